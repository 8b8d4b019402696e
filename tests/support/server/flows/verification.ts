import { readMessages } from '../../../../src/server/modules/content/content.ts'

const words = readMessages().get('en')?.messages ?? {}
const said = (name: string) => words[name] ?? { title: `no message ${name}`, text: '' }

/** The English messages of a finished review. */
export const en = {
  primaryCertified: said('primaryCertified'),
  primaryRefused: said('primaryRefused'),
  advancedCertified: said('advancedCertified'),
  advancedRefused: said('advancedRefused'),
}
