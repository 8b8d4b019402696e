import germanChanges from '../messages/changesForStaff.de.json' with { type: 'json' }
import changes from '../messages/changesForStaff.json' with { type: 'json' }
import germanFindings from '../messages/staff.de.json' with { type: 'json' }
import findings from '../messages/staff.json' with { type: 'json' }

/** Texts by code, in each language that has them; those that a language lacks are in English. */
export type StaffTexts = Readonly<Record<'en' | 'de', Readonly<Record<string, string>>>>

/** Texts of findings for staff. */
export const FINDING_TEXTS: StaffTexts = { en: findings, de: germanFindings }

/** Texts of changes for staff. */
export const CHANGE_TEXTS: StaffTexts = { en: changes, de: germanChanges }
