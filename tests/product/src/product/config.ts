import type { Operator } from '../generated/operator.ts'
import { asSeconds } from '../engine/language/values/time.ts'

export const defaults: Operator = {
  shortName: 'Plants',
  apiBase: '/api/',
  live: { url: '', path: '/live', protocol: 4 },
  pcUrl: '/pc/',
  languages: ['en'],
  webviewOrigins: [],
  map: { tiles: '', attribution: '' },
  idle: asSeconds(0),
  sandbox: false,
}
