export const LOCALE_FILE = /^locales\/([^/]+)\.json$/
export const SOURCE_LANGUAGE = 'en'
export const OPERATOR_FILE = 'schemas/operator.json'
