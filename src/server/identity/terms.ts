/** Version of the terms and of the risk notice in src/server/content, unless the operator has others: the date they apply from. */
export const TERMS_VERSION = '2026-11-01'
