/** Texts of many kinds, by name: what the counter and its peers are compared on. */
export const CORPORA: Readonly<Record<string, string>> = {
  english:
    "The committee hadn't met since March, and nobody's notes agreed. \"We'll reconvene,\" she'd said; they never did. I'M SURE you've heard it: IT'S DONE, WE'RE LATE, they'D rather not.",
  german:
    'Die Donaudampfschifffahrtsgesellschaft kündigte außerordentliche Fahrplanänderungen an. Straßenbahn, Übergröße, Ölgemälde – „geht’s noch?“ fragte er.',
  arabic: 'اللغة العربية جميلة، وفيها كلمات كثيرة. كَتَبَ الطَّالِبُ الدَّرْسَ في ١٢٣ صفحة.',
  chinese: '今天天气很好,我们去公园散步吧。人工智能正在改变世界!价格是¥123.45。',
  japanese: '吾輩は猫である。名前はまだ無い。カタカナとひらがな、漢字が混ざった文章です。ー〜',
  korean: '안녕하세요. 오늘은 날씨가 매우 좋네요! 한국어 문장을 세어 봅시다. ㅋㅋㅋ',
  hindi: 'हिन्दी में लिखा गया एक वाक्य, जिसमें मात्राएँ और संयुक्ताक्षर हैं। १२३',
  thai: 'ภาษาไทยไม่มีช่องว่างระหว่างคำ และมีสระกับวรรณยุกต์ ๑๒๓',
  combining: 'e\u0301a\u0308o\u0302 \u0301 \u0301\u0302a A\u0301B\u0302 !\u0301! Z͑ͫ̓ͪ̂ͫ̽͏̴̙a̴̵̞l̩̖g̛̺͖o',
  emoji: '👩‍👩‍👧‍👦 👍🏽🏳️‍🌈 🇩🇪🇯🇵 ❤️‍🔥 1️⃣#️⃣ 🤷🏾‍♂️😀😀😀😀 text🙂text',
  mixedScripts: 'Привет Hello 你好 مرحبا שלום नमस्ते Γειά ΣΊΣΥΦΟΣ ǅungla ʰʷ ªº ⅷ ½ ²³ 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐐔𐐯𐑅𐐨𐑉𐐯𐐻',
  code: 'export async function* read<T>(xs: AsyncIterable<T>) {\n  for await (const x of xs) {\n\t\tif (x !== null && !seen.has(x)) yield x // skip\n  }\n}\r\n\r\nXMLHttpRequest.prototype.getElementByIdHTML = (a,b)=>a??=b||{};\n',
  python: 'def f(self, *args):\n    """Doc."""\n    return {k: v**2 for k, v in enumerate(args)}  # n²\n\n\n',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  urls: 'https://example.org/a/b//c/?q=1&lang=de#Top http://user:pass@[::1]:8080/%F0%9F%98%80 //cdn/x.min.js\n//\r\n/',
  digits: '0 12 123 1234 12345678901234567890 3.14159 1e-9 ١٢٣٤٥ १२३४ ①②③④ Ⅳ 10/11/2026 +49 (0)30 123456',
  whiteSpace:
    ' a  b   c\t\td \n e\n\n\n  f \r\n\r\n g\u00a0\u00a0h\u2003i\u3000\u3000j\u2028k\u0085l\u0085 m   ',
  byteOrderMarks: '\ufeffa \ufeff b\ufeff\ufeffc \ufeff\n\ufeff 1\ufeff!\ufeff',
  onlySpace: '     ',
  spaceBeforeEnd: 'end \n \t \n   ',
  contractions:
    "'s 'S '\u017f it'\u017f 'll 'LL 'Ll 'lL 're 'RE 've 'vE 't 'm 'd 'x '' ''s don''t CAN'T Ab'sC x'l y'r ' 's",
  caseChanges: 'aB aBC ABc ABCdE iPhone McDonald HTTPServer ǄǅǆA ʰA AʰB 中A中AB中aB',
  specialTokens: '<|endoftext|> <|im_start|>user<|im_sep|>hi<|im_end|> <|fim_prefix|><|endofprompt|>',
  controls: '\u0000\u0001\u001f\u007f\u0080\u009f\u200b\u200d\u2060\ue000\u{f0000}\u{10ffff}\ufffe\uffff',
  loneSurrogates: 'a\ud800b \udc00 \ud83dx\ude00 \udfff\ud800',
  table:
    '| a | b |\n|---|:-:|\n| 1 | **x** |\n\n---\n***\n===\n```sh\n$ ls -la --color=auto\n```\n> * [ ] todo',
}
