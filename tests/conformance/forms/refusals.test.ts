import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commonRefusalsOf } from '../../../src/engine/language/commonRefusals.ts'
import { uiOptions } from '../../../src/engine/language/forms/forms.ts'
import type { FormDef } from '../../../src/engine/language/expressions/program.ts'
import { contract } from '../../../src/generated/contract.ts'
import errors from '../../../schemas/errors.json' with { type: 'json' }

const FORMS = join(import.meta.dirname, '../../../schemas/forms')
const forms = readdirSync(FORMS).map((file): [string, Pick<FormDef, 'uiSchema'>] => [
  file.replace(/\.json$/, ''),
  JSON.parse(readFileSync(join(FORMS, file), 'utf8')) as Pick<FormDef, 'uiSchema'>,
])

/** The codes that fields of a form show, each with its field. */
const refusalsOf = ({ uiSchema }: Pick<FormDef, 'uiSchema'>): [code: string, field: string][] =>
  Object.entries(uiSchema).flatMap(([field, ui]) => {
    const { refusals } = uiOptions(ui)
    return Array.isArray(refusals) ? refusals.map((code): [string, string] => [String(code), field]) : []
  })

const claiming = forms.filter(([, form]) => refusalsOf(form).length > 0)

test('fields of forms show refusals of the server', () => expect(claiming.length).toBeGreaterThan(10))

describe.each(claiming)('%s', (name, form) => {
  const calls = Object.values(contract).filter(({ forms: link }) =>
    (typeof link?.of === 'object' ? Object.values(link.of) : [link?.of]).includes(name),
  )

  test.each(refusalsOf(form))('%s, at the field %s, is a code of the calls that take the form', (code) => {
    expect(Object.keys(errors)).toContain(code)
    if (calls.length > 0) expect(calls.flatMap((call) => [...call.errors, ...commonRefusalsOf(call)])).toContain(code)
  })

  test('each code is at one field', () => {
    const codes = refusalsOf(form).map(([code]) => code)
    expect(codes).toEqual([...new Set(codes)])
  })
})
