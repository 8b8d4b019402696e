export const LOCALE_FILE = /^locales\/([^/]+)\.json$/
/** The file of the words that a language has in common with the source language. */
export const sameWordsFile = (language: string): string => `locales/same/${language}.json`
export const SOURCE_LANGUAGE = 'en'
export const OPERATOR_FILE = 'schemas/operator.json'
