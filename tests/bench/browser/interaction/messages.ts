/** Texts of the app that the pages beside it show too: the build puts them in. */
declare const APP_MESSAGES: Readonly<
  Record<'required' | 'tooShort' | 'tooLong' | 'differ' | 'optional' | 'watch' | 'markets', string>
>
export const MESSAGES = APP_MESSAGES
