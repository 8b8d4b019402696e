import { DEFAULT_LANGUAGE } from '../engine/language/constants.ts'
import { asSeconds } from '../engine/language/values/time.ts'
import type { Operator } from '../generated/operator.ts'

/** The settings of the operator where config.json has no valid value. */
export const defaults: Operator = {
  shortName: 'Placard',
  apiBase: '/api/',
  live: { url: '', path: '/live', protocol: 4 },
  pcUrl: '/pc/',
  restrictedCountries: [],
  languages: [DEFAULT_LANGUAGE],
  webviewOrigins: [],
  map: { tiles: '', attribution: '' },
  idle: asSeconds(0),
  termsVersion: '',
  inviteRequired: false,
  sandbox: false,
}
