import { Ajv } from 'ajv'
import { icons } from '../../../src/widgets/Icon/icons.ts'

const DECIMAL = /^-?\d{1,24}(\.\d{1,12})?$/

/** A validator of the schema dialect: its formats mean something, its annotations are ignored. */
export function createValidator(): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, ownProperties: true })
  ajv.addFormat('decimal', DECIMAL)
  ajv.addFormat('icon', (name) => Object.hasOwn(icons, name))
  ajv.addFormat('route', /^\/[\w/-]*$/)
  ajv.addFormat('symbol', /^[\w.-]{2,32}$/)
  ajv.addFormat('currency', /^[A-Z][A-Z0-9]{1,11}$/)
  ajv.addFormat('country', /^[A-Z]{2}$/)
  ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/)
  ajv.addFormat('unix-seconds', { type: 'number', validate: Number.isSafeInteger })
  for (const free of ['text', 'id', 'url', 'origin', 'email', 'phone', 'form', 'call', 'lang', 'token', 'part']) ajv.addFormat(free, true)
  return ajv
}
