"""Texts of our own that differ in one thing, so that what an encoder does to it can be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

SCRIPTS: Mapping[str, Sequence[str]] = {
    "Latin": ("The cat sleeps on the roof.", "Our train leaves at seven tonight.",
              "Nobody paid the second invoice yet.", "She planted tomatoes behind the school."),
    "Cyrillic": ("Кошка спит на тёплой крыше.", "Наш поезд уходит завтра утром.",
                 "Никто не оплатил второй счёт.", "Она посадила помидоры за школой."),
    "Greek": ("Η γάτα κοιμάται στη στέγη.", "Το τρένο φεύγει αύριο πρωί.",
              "Κανείς δεν πλήρωσε τον λογαριασμό.", "Εκείνη φύτεψε ντομάτες στον κήπο."),
    "Arabic": ("القطة تنام فوق السطح.", "القطار يغادر صباح الغد.",
               "لم يدفع أحد الفاتورة.", "زرعت الطماطم خلف المدرسة."),
    "Hebrew": ("החתול ישן על הגג.", "הרכבת יוצאת מחר בבוקר.",
               "איש לא שילם אתמול.", "היא שתלה עגבניות בגינה."),
    "Devanagari": ("बिल्ली छत पर सोती है।", "ट्रेन कल सुबह जाती है।",
                   "किसी ने बिल नहीं चुकाया।", "उसने बगीचे में टमाटर लगाए।"),
    "Bengali": ("বিড়ালটি ছাদে ঘুমিয়ে আছে।", "ট্রেন কাল সকালে ছাড়বে।",
                "কেউ বিল পরিশোধ করেনি।", "সে বাগানে টমেটো লাগিয়েছে।"),
    "Thai": ("แมวนอนหลับอยู่บนหลังคา", "รถไฟจะออกพรุ่งนี้เช้า",
             "ยังไม่มีใครจ่ายบิลใบที่สอง", "เธอปลูกมะเขือเทศหลังโรงเรียน"),
    "Han": ("猫在屋顶上睡觉。", "火车明天早上开。", "没有人付过账单。", "她在院里种番茄。"),
    "Kana": ("ねこがやねでねている。", "でんしゃはあしたのあさでる。",
             "だれもおかねをはらわなかった。", "かのじょはトマトをうえた。"),
    "Hangul": ("고양이가 지붕에서 낮잠을 잔다.", "기차는 내일 아침에 떠난다.",
               "아무도 돈을 내지 않았다.", "그녀는 정원에 토마토를 심었다."),
    "emoji": ("🐱😴", "🚂🌅", "💸🚫", "🍅🌱"),
}  # fmt: skip
"""Four unrelated sentences in each script. Those of one script have as many words, and the same
mark at the end, so an encoder for which every word is the same unknown one gives them one vector.
In Han, where some tokenizers split at each character, they have as many characters."""

PLAIN = ("red apples taste sweet", "green rivers cross northern valleys", "seven old clocks broke")
"""Common lower-case words, nothing else: what follows adds one thing to them."""

FEATURES: Mapping[str, Sequence[str]] = {
    "capital letters": ("Red APPLES taste Sweet", "Green rivers CROSS Northern valleys"),
    "accents": ("réd applés tasté swéet", "grèen rivérs cröss nörthern vâlleys"),
    "digits": ("red apples 17 taste sweet 2018", "green rivers 3 cross 44 northern valleys"),
    "punctuation": ("red apples, taste: sweet!", "(green) rivers; cross northern - valleys?"),
    "function words": ("the red apples do not taste as sweet to me as they did to her",
                       "and of the two it is not the green rivers that are to cross"),
    "markup": ("red <b>apples</b> taste & sweet", "green &lt; rivers cross > northern valleys"),
    "blanks": ("red  apples\n\ntaste\tsweet", "green rivers   cross\nnorthern valleys"),
    **{script: tuple(text.lower().rstrip(".。।") for text in texts[:2])
       for script, texts in SCRIPTS.items() if script != "Latin"},
}  # fmt: skip
"""Texts with one more thing than :data:`PLAIN`, and nothing else than that."""

_WORDS = [
    *("red", "apples", "taste", "sweet", "green", "rivers", "cross", "northern", "valleys"),
    *("seven", "old", "clocks", "broke", "young", "farmers", "carry", "heavy", "stones"),
    *("small", "birds", "build", "round", "nests", "white", "horses", "drink", "cold", "water"),
    *("strong", "winds", "bend", "tall", "trees", "quiet", "children", "read", "long", "books"),
    *("brown", "dogs", "chase", "fast", "cars"),
]

LENGTHS = (4, 8, 16, 32, 64, 128, 256, 400)
"""How many words the texts of :func:`long_texts` have: from a title to a page."""


def long_texts() -> list[str]:
    """One text of plain words for each of :data:`LENGTHS`, each beginning like the next.

    >>> long_texts()[0]
    'red apples taste sweet'
    """
    whole = _WORDS * (LENGTHS[-1] // len(_WORDS) + 1)
    return [" ".join(whole[:length]) for length in LENGTHS]
