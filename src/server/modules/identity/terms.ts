/** Version of the terms, the risk notice and the privacy policy in src/server/modules/content, unless the operator has others: the date they apply from. */
export const TERMS_VERSION = '2026-11-01'
