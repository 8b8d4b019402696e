import { expectTypeOf, test } from 'vitest'
import type { TextArguments, TextKey, TextOf, Translate } from './texts.ts'

const t: Translate = (key, ..._args) => key
const loaded: string = 'serverError'

test('a key that is written in the code is one of locales/en.json', () => {
  t('ui.retry')
  t('stepper.done')
  // @ts-expect-error a misspelt key
  t('ui.rety')
  // @ts-expect-error a plural form: the key is form.errors
  t('form.errors_other', { count: 2 })
  // @ts-expect-error a key that is only known at run time
  t(loaded)
  expectTypeOf<'form.errors'>().toExtend<TextKey>()
  expectTypeOf<'form.errors_one'>().not.toExtend<TextKey>()
  expectTypeOf<string>().not.toExtend<TextKey>()
})

test('a choice of keys is checked key by key', () => {
  const state = 'done' as 'done' | 'current'
  t(`stepper.${state}`)
  t(state === 'done' ? 'ui.pause' : 'ui.play')
  // @ts-expect-error one of the two is misspelt
  t(state === 'done' ? 'ui.pause' : 'ui.plya')
})

test('each argument of a text is given', () => {
  t('ui.slideOf', { index: 1, count: 2 })
  t('form.errors', { count: 2 })
  // @ts-expect-error no arguments
  t('ui.slideOf')
  // @ts-expect-error without the number that chooses the plural form
  t('form.errors')
  // @ts-expect-error without an index
  t('ui.slideOf', { count: 2 })
  // @ts-expect-error an argument that the text has not
  t('ui.slideOf', { index: 1, count: 2, total: 3 })
  // @ts-expect-error a text without arguments
  t('ui.retry', { count: 2 })
  // @ts-expect-error a plural form is chosen by a number
  t('form.errors', { count: '2' })
  // @ts-expect-error an option of i18next is no argument
  t('form.errors', { count: 2, lng: 'de' })
  expectTypeOf<TextArguments<'form.errors'>>().toEqualTypeOf<{ count: number }>()
})

test('a key of a screen, a form or the contract needs a separate function', () => {
  const textOf: TextOf = t as TextOf
  textOf(`error.${loaded}`, { anything: 1 })
  expectTypeOf<Translate>().not.toExtend<TextOf>()
  expectTypeOf<TextOf>().toExtend<Translate>()
})
