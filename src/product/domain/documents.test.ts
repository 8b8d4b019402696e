import { describe, expect, it } from 'vitest'
import { normalizeNumber, checkDigit, isDocumentNumber, type DocumentType } from './documents.ts'

const CASES: [country: string, type: DocumentType, number: string, isValid: boolean][] = [
  ['DE', 'idCard', 'L01X00T47', true],
  ['DE', 'idCard', 'L01X00T471', true],
  ['DE', 'idCard', 'L01X00T472', false],
  ['DE', 'passport', 'C01X0006H', true],
  ['DE', 'passport', 'A01X0006H', false],
  ['GB', 'passport', '123 456 789', true],
  ['GB', 'passport', '12345678', false],
  ['GB', 'driversLicense', 'MORGA657054SM9IJ', true],
  ['ES', 'idCard', '12345678-z', true],
  ['ES', 'idCard', '12345678A', false],
  ['US', 'passport', '123456789', true],
  ['US', 'passport', '12345678', false],
  ['JP', 'driversLicense', '123456789012', true],
  ['PT', 'passport', 'N123456', true],
  ['PT', 'passport', 'ABCDEFG', false],
  ['PT', 'idCard', '111111111', false],
  ['PT', 'idCard', '1234', false],
  ['constructor', 'idCard', '12345678', true],
]

describe('document numbers', () => {
  it.each(CASES)('%s %s %s: %s', (country, type, number, isValid) =>
    expect(isDocumentNumber(country, type, number)).toBe(isValid),
  )
  it('ignore blanks, hyphens and case', () => expect(normalizeNumber('ab 12-34')).toBe('AB1234'))
  it('are checked by ICAO 9303', () => expect([checkDigit('L898902C3'), checkDigit('D23145890')]).toEqual([6, 7]))
})
