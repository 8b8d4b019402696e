/** Localized names of coins; languages without an entry use the coin's own name. */
export const COIN_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'zh-Hans': {
    USDT: '泰达币', BTC: '比特币', ETH: '以太坊', BNB: '币安币', SOL: '索拉纳', XRP: '瑞波币', DOGE: '狗狗币', ADA: '艾达币',
    TRX: '波场', LTC: '莱特币', AVAX: '雪崩', DOT: '波卡', BCH: '比特币现金', XLM: '恒星币',
  },
  'zh-Hant': {
    USDT: '泰達幣', BTC: '比特幣', ETH: '以太坊', BNB: '幣安幣', SOL: '索拉納', XRP: '瑞波幣', DOGE: '狗狗幣', ADA: '艾達幣',
    TRX: '波場', LTC: '萊特幣', AVAX: '雪崩', DOT: '波卡', BCH: '比特幣現金', XLM: '恆星幣',
  },
  ja: {
    USDT: 'テザー', BTC: 'ビットコイン', ETH: 'イーサリアム', SOL: 'ソラナ', XRP: 'リップル', DOGE: 'ドージコイン', ADA: 'カルダノ',
    TRX: 'トロン', LTC: 'ライトコイン', LINK: 'チェーンリンク', AVAX: 'アバランチ', DOT: 'ポルカドット', BCH: 'ビットコインキャッシュ', XLM: 'ステラ',
  },
  ko: {
    USDT: '테더', BTC: '비트코인', ETH: '이더리움', BNB: '바이낸스코인', SOL: '솔라나', XRP: '리플', DOGE: '도지코인', ADA: '카르다노',
    TRX: '트론', LTC: '라이트코인', LINK: '체인링크', AVAX: '아발란체', DOT: '폴카닷', BCH: '비트코인캐시', XLM: '스텔라',
  },
  ar: {
    USDT: 'تيثر', BTC: 'بيتكوين', ETH: 'إيثريوم', SOL: 'سولانا', XRP: 'ريبل', DOGE: 'دوجكوين', ADA: 'كاردانو',
    TRX: 'ترون', LTC: 'لايتكوين', LINK: 'تشين لينك', AVAX: 'أفالانش', DOT: 'بولكادوت', BCH: 'بيتكوين كاش', XLM: 'ستيلر',
  },
}
