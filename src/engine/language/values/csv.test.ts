import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText, csvTime } from './csv.ts'

/** A parser of RFC 4180, written apart from the writer. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let value = ''
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        value += text[at]
        if (text[at] === '"') at += 1
      }
      at += 1
    } else for (; at < text.length && text[at] !== ',' && text[at] !== '\r'; at += 1) value += text[at]
    row.push(value)
    if (text[at] === ',') at += 1
    else {
      at += 2
      rows.push(row)
      row = []
    }
  }
  return rows
}

describe('csvText', () => {
  it('begins with a byte order mark and ends each line with CRLF', () => {
    expect(csvText(['a', 'b'], [['1', '2']])).toBe('\uFEFFa,b\r\n1,2\r\n')
  })

  it.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['-12.50', '-12.50'],
    ['0.00000001', '0.00000001'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['+1', "'+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ["'+", "''+"],
    ["'a", "'a"],
    ['\r=1', '"\'\r=1"'],
    ['مبلغ', 'مبلغ'],
  ])('writes %j as %j', (text, written) => {
    expect(csvText(['x'], [[text]])).toBe(`\uFEFFx\r\n${written}\r\n`)
  })

  it('can be read again, apart from the apostrophe before a formula', () => {
    const signs = fc.string({ unit: fc.constantFrom("'", '=', '+', '1'), maxLength: 4 })
    const cells = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), signs), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(cells, { maxLength: 5 }), (rows) => {
        const read = parse(csvText(['header'], rows).slice(1)).slice(1)
        expect(read.map((row) => row.map((value) => value.replace(/^'(?='*[=+\-@\t\r])/, '')))).toEqual(rows)
      }),
    )
  })

  it('writes no cell that a spreadsheet would calculate', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string(), (sign, text) => {
        const [, [read = ''] = []] = parse(csvText(['x'], [[sign + text]]).slice(1))
        expect(/^[=+\-@\t\r]/.test(read) && Number.isNaN(Number(read))).toBe(false)
      }),
    )
  })
})

it('csvTime writes a moment in UTC', () => expect(csvTime(1_795_262_400)).toBe('2026-11-21 12:00:00'))
