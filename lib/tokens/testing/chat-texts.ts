/** What people write and paste in a chat, by name: what estimates are measured on, beside the corpora. */
export const CHAT_TEXTS: Readonly<Record<string, string>> = {
  englishChat:
    'Could you help me plan a trip to Portugal in May? We are two adults and a child of six, we like walking and good food, and we would rather not drive. I have about ten days. What would you do first, and what should I book early?\n\nOf course. Start in Lisbon for three nights, then take the train to Évora and on to the coast. Trains are cheap if you book them two months ahead.',
  germanChat:
    'Kannst du mir bitte erklären, warum mein Sauerteig nicht aufgeht? Ich habe ihn gestern Abend angesetzt, Roggenmehl und lauwarmes Wasser, und er steht in der Küche bei etwa zwanzig Grad. Heute Morgen waren kaum Bläschen zu sehen.',
  frenchChat:
    "Bonjour ! J'aimerais apprendre à cuisiner sans gluten. Est-ce que vous pourriez me proposer des recettes simples, rapides et pas trop chères ? Ma fille n'aime pas les champignons.",
  spanishChat:
    '¿Qué libro me recomiendas para aprender física desde cero? No quiero fórmulas complicadas al principio, sino entender bien las ideas y por qué la gente llegó a ellas.',
  russianChat:
    'Подскажите, пожалуйста, как правильно пересаживать орхидею? Она отцвела две недели назад, корни уже не помещаются в горшок, а листья стали мягкими.',
  chineseChat:
    '我们明天早上九点在火车站见面，请不要忘记带上你的护照。如果下雨的话，我们就改坐出租车。你觉得带几件衣服比较合适？',
  japaneseChat:
    '明日の朝九時に駅で会いましょう。パスポートを忘れないでください。もし雨が降ったら、タクシーで行くことにします。',
  koreanChat:
    '내일 아침 아홉 시에 역에서 만나요. 여권을 잊지 마세요. 비가 오면 택시를 타고 갑시다. 옷은 몇 벌 가져가는 게 좋을까요?',
  arabicChat: 'هل يمكنك أن تشرح لي كيف أتعلم البرمجة من الصفر؟ ليس لدي خبرة سابقة ولكن لدي وقت كاف كل مساء.',
  hindiChat: 'कृपया मुझे बताइए कि घर पर दही कैसे जमाया जाता है? मैंने दो बार कोशिश की लेकिन वह ठीक से नहीं जमा।',
  thaiChat: 'ช่วยแนะนำร้านอาหารใกล้สถานีรถไฟหน่อยได้ไหมครับ ผมชอบอาหารเผ็ดแต่ไม่กินเนื้อวัว',
  greekChat: 'Μπορείς να μου εξηγήσεις γιατί ο ουρανός είναι μπλε; Θέλω μια απλή απάντηση για το παιδί μου.',
  hebrewChat: 'אפשר לעזור לי לכתוב מכתב לבעל הדירה? הדוד לא עובד כבר שבוע ואין מים חמים.',
  vietnameseChat:
    'Bạn có thể giải thích cho tôi cách nấu phở bò đơn giản tại nhà không? Tôi không có nhiều thời gian.',
  turkishChat:
    'Bana kısa sürede İngilizce öğrenmek için bir çalışma planı hazırlar mısın? Her gün yaklaşık bir saatim var.',
  polishChat:
    'Czy możesz mi wytłumaczyć, dlaczego liście mojej paproci żółkną? Podlewam ją dwa razy w tygodniu.',
  ukrainianChat:
    'Поясніть, будь ласка, як працює кеш процесора і чому він такий важливий для швидкодії програм?',
  bengaliChat: 'আপনি কি আমাকে সহজ ভাষায় বুঝিয়ে বলতে পারেন কীভাবে বৃষ্টি হয়?',
  tamilChat: 'மழை எப்படி பெய்கிறது என்று எளிய மொழியில் விளக்க முடியுமா?',
  georgianChat: 'შეგიძლიათ ამიხსნათ, როგორ მუშაობს კომპიუტერი მარტივი სიტყვებით?',
  amharicChat: 'እባክዎ ዝናብ እንዴት እንደሚዘንብ በቀላሉ ያስረዱኝ።',
  typescript:
    'import { readFile } from "node:fs/promises";\n\nexport class Cache<K, V> {\n    #entries = new Map<K, V>();\n\n    get(key: K): V | undefined {\n        const value = this.#entries.get(key);\n        if (value === undefined) {\n            return undefined;\n        }\n        this.#entries.delete(key);\n        this.#entries.set(key, value);\n        return value;\n    }\n}\n',
  sql: "SELECT u.id, COUNT(*) AS n\nFROM users u\nLEFT JOIN orders o ON o.user_id = u.id\nWHERE o.created_at >= '2026-01-01'\nGROUP BY u.id\nHAVING COUNT(*) > 10\nORDER BY n DESC;\n",
  json: '{"id":"a1","items":[{"name":"tea","price":4.5,"tags":["hot","green"]},{"name":"milk","price":1.25,"tags":[]}],"total":5.75}',
  tableOfNumbers:
    'date,open,close,volume\n2026-01-02,184.22,185.64,82488700\n2026-01-03,184.22,184.25,58414500\n2026-01-04,182.15,181.91,71983600\n2026-01-05,181.99,181.18,62303300\n',
  log: '2026-11-30T14:21:23.512Z INFO  [http] GET /api/sessions/42 200 12ms\n2026-11-30T14:21:24.020Z WARN  [db] slow query 1503ms\n',
  uuids: '3f2504e0-4f89-41d3-9a0c-0305e82c3301 9b2d7c1e-0b1a-4d8f-8a55-6f0b3c9e1d27',
  hashes: 'd41d8cd98f00b204e9800998ecf8427e da39a3ee5e6b4b0d3255bfef95601890afd80709',
  longNumber: '3.14159265358979323846264338327950288419716939937510582097494459230781640628620899',
  longerBase64:
    'R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs7Q2F0cyBhcmUgZ3JlYXQgYW5kIHNvIGFyZSBkb2dzLCBidXQgYmlyZHMgYXJlIGJldHRlcg==',
  emojiChat: 'lol 😂😂 see you at 8 🎉🍕 don’t be late 🙏🏽❤️',
  emojiRun: '😀🎉🍕🙏❤️🦊🌍🚀🧑‍🚀🪐🫠🥹',
  rules: '----------------------------------------\n========================================\n',
  boxDrawing: '┌──────┬──────┐\n│ a    │ b    │\n├──────┼──────┤\n└──────┴──────┘\n',
  deepIndent:
    '            if (a) {\n                            b();\n            }\n\t\t\t\t\t\tc();\n\n\n\n\n        d',
  formulas: '∀x∈ℝ: ∫₀^∞ e^{−x²} dx = √π/2, α ≤ β ⇒ ∑ᵢ aᵢ → ∞',
  latex: '\\frac{\\partial u}{\\partial t} = \\alpha \\nabla^2 u + \\sum_{i=1}^{n} \\beta_i x_i^2',
  capitals: 'PLEASE READ THE MANUAL BEFORE YOU ASK ANOTHER QUESTION ABOUT CONFIGURATION',
  asciiArt: '  /\\_/\\  \n ( o.o ) \n  > ^ <  \n',
  oneWord: 'ok',
  thanks: 'Thanks!',
}
