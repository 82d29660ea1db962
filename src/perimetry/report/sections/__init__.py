"""What each section of a report says: records to rows and sentences, whatever draws them."""
