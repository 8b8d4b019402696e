/** The name in a tab's storage of the values that were typed into forms. */
export const STORED_DRAFTS = 'placard.drafts'
/** The storage name of the account in use, real or demo, which the typed values belong to. */
export const STORED_MODE = 'placard.mode'
