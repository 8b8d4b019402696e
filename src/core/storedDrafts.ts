/** The name in a tab's storage of the values that were typed into forms. */
export const STORED_DRAFTS = 'placard.drafts'
