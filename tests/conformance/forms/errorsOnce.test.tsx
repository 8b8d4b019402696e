// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '../../support/react.tsx'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import texts from '../../../locales/en.json' with { type: 'json' }
import errors from '../../../schemas/errors.json' with { type: 'json' }
import { commonRefusalsOf } from '../../../src/engine/language/commonRefusals.ts'
import { fieldsOf, namesOfRefusal, type FormField } from '../../../src/engine/language/forms/forms.ts'
import { isJsonObject } from '../../../src/engine/language/values/json.ts'
import type { FormDef, Json, Node, Step } from '../../../src/engine/language/expressions/program.ts'
import { claimOf } from '../../../src/engine/language/refusalClaims.ts'
import { contract } from '../../../src/generated/contract.ts'
import type { CallId } from '../../../src/generated/calls.ts'
import { ViewContext, type View } from '../../../src/engine/renderer/host.ts'
import { createForm } from '../../../src/engine/state/forms/forms.ts'
import Form from '../../../src/engine/widgets/Form/Form.tsx'
import { loadFields } from '../../../src/engine/widgets/Form/theme/loading.ts'
import { createApiHarness } from '../../prove/kit/api-harness.ts'
import { validatorsOf } from '../../support/forms.ts'
import { LONG } from '../../support/long.ts'
import { checkedProject } from '../../support/project.ts'
import { client } from '../../support/client.ts'

const { screens, contract: compiled } = checkedProject()

/** A step of a handler of a form. */
interface FormStep {
  form: string
  step: Step
  /** It runs after a call that failed. */
  isAfterFailure: boolean
}

/** The steps of the handlers of all forms in all screens. */
function formSteps(): FormStep[] {
  const found: FormStep[] = []
  const inSteps = (steps: readonly Step[], form: string | null, isAfterFailure: boolean): void => {
    for (const step of steps) {
      if (form !== null) found.push({ form, step, isAfterFailure })
      for (const [branch, inner] of Object.entries(step.branches ?? {}))
        inSteps(inner, form, isAfterFailure || branch === 'onError')
      for (const nodes of Object.values(step.slots ?? {})) inNodes(nodes)
    }
  }
  const inNodes = (nodes: readonly Node[]): void => {
    for (const { widget, props, on = {}, slots = {} } of nodes) {
      const form = widget === 'Form' ? String(props?.form) : null
      for (const steps of Object.values(on)) inSteps(steps, form, false)
      for (const children of Object.values(slots)) inNodes(children)
    }
  }
  for (const compiledScreen of screens) inNodes(compiledScreen.screen?.body ?? [])
  return found
}
const steps = formSteps()

/** The calls that the handlers of each form send. */
const callsOf = (form: string): CallId[] => [
  ...new Set(
    steps
      .filter((step) => step.form === form && step.step.action === 'call')
      .map(({ step }) => step.args?.call as CallId),
  ),
]
const codesOf = (form: string): string[] => [
  ...new Set(callsOf(form).flatMap((call) => [...contract[call].errors, ...commonRefusalsOf(contract[call])])),
]

const forms = [...compiled.forms]
  .map(([id, { def }]) => ({ id, def, fields: fieldsOf(def) }))
  .filter(({ id }) => callsOf(id).length > 0)

const isVisible = ({ widget }: FormField): boolean => widget !== 'hidden'
const refusalsOf = ({ options: { refusals } }: FormField): string[] =>
  Array.isArray(refusals) ? refusals.map(String) : []
/** The labels of the fields that show a code, of all forms. */
const labelsOf = new Map<string, Set<string>>()
for (const { fields } of forms)
  for (const field of fields.filter(isVisible))
    for (const code of refusalsOf(field)) labelsOf.set(code, (labelsOf.get(code) ?? new Set()).add(field.label))

/** The visible field of a form that shows a code; a conditional one is there with the default values. */
const fieldOf = ({ fields, def }: { fields: readonly FormField[]; def: FormDef }, code: string): string | undefined =>
  namesOfRefusal(def, code).find((name) => fields.every((field) => field.name !== name || isVisible(field)))

/**
 * Refusals that a form may say as a toast: of the account, the session, the market or the record; of a field that the form lacks; of one
 * of several pictures, which the server does not name.
 */
const OF_NO_FIELD = new Set(
  `sessionExpired tooManyRequests serverError notFound parameterError missingParameter userLocked accountFrozen
   statusAbnormal idempotencyKeyInvalid idempotencyKeyReused stepUpRequired payPasswordRequired wrongPayPassword wrongPassword wrongCode
   twoFactorRequired loginExpired wrongSlide demoForbids typeError realNameRequired realNameFailed quoteExpired
   priceChanged pairNotFound marketClosed tradingClosing tradingNotActivated featureUnavailable featureNotEnabled positionsFull
   ordersFull participantsFull payeesFull feeDeductionFailed frozenFundsAbnormal dataNotFound tradeRecordGone tradeAbnormal
   closeFailed orderStatusError productNotFound projectEnded projectStatusError pidRequired configurationMissing currencyNotFound
   currencyNotAdded wrongCurrencyType slipNotFound slipStatusAbnormal alreadyApplied noUpgradeNeeded loanOverdue withdrawalPending
   openPositionsForbid noWithdrawalAddress payeeNotConfirmed insufficientTurnover leveragedTradeInProgress expiryAfterClose fileExists fileTooLarge wrongFileType
   pictureTooSmall uploadFailed holderDiffers wrongCardNumber wrongAddress ownDepositAddress limitPriceWrong limitBelowPrice
   countryRestricted documentNumberInvalid idNumberVerified passwordUnchanged weakPayPassword accountClosed riskTestRequired
   riskTestChanged riskTestFailed timeOutActive selfExcluded ownFundingDayLimit ownFundingWeekLimit ownFundingMonthLimit ownLossDayLimit
   ownLossWeekLimit ownLossMonthLimit closeOrdersFull triggerReached stopOnWrongSide limitBelowTrigger filledAtOnce
   notFilledAtOnce orderCannotBeChanged tradeRecordNotFound frozenBalanceZero`.split(/\s+/),
)

/** A form that accepts no input at all. */
const withoutRequired = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(withoutRequired)
  if (!isJsonObject(schema)) return schema
  const { required: _, ...rest } = schema
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, name === 'if' ? value : withoutRequired(value)]),
  )
}

function sampleOf({
  type,
  format,
  enum: values,
}: {
  type?: string | string[]
  format?: string
  enum?: unknown[]
}): unknown {
  if (values) return values[0]
  if (format === 'decimal') return '12.5'
  if (format === 'currency') return 'USDT'
  if (format === 'country') return 'KP'
  return [type].flat().includes('integer') ? 42 : 'x'
}

/** The parameters of an error, as a server sends them; `field`: the one that it names. */
function paramsOf(code: string, field?: string): Record<string, unknown> {
  const { params }: { params: Record<string, Parameters<typeof sampleOf>[0]> } = errors[code as keyof typeof errors]
  const samples = Object.fromEntries(Object.entries(params).map(([name, shape]) => [name, sampleOf(shape)]))
  return field === undefined ? samples : { ...samples, [code === 'missingParameter' ? 'name' : 'field']: field }
}

beforeAll(async () => {
  await loadFields()
  client.language.apply('en', texts)
})
afterEach(cleanup)

/** The units of the fields, where the text of a refusal has its own: it is not said again. */
const unitsFor = (params: Record<string, unknown>, def: FormDef): Record<string, string> =>
  'currency' in params || 'percent' in params ? Object.fromEntries(fieldsOf(def).map(({ name }) => [name, 'USDT'])) : {}

interface Said {
  message: string
  toasts: string[]
  /** Names of the fields that show the message. */
  fields: (string | undefined)[]
  /** All elements that show the message. */
  shown: number
}

/** Sends a form, which the server refuses with a code, from an amount's keypad where it has one. */
async function refused(
  { id, def }: { id: string; def: FormDef },
  code: string,
  params: Record<string, unknown>,
): Promise<Said> {
  const envelope = { type: 'error', code, message: 'untranslated', params, data: null }
  const app = createApiHarness(
    { base: '/api/', fetch: () => Promise.resolve(Response.json(envelope)) },
    { given: { method: 'POST', auth: false, effect: 'write', data: {} } },
  )
  const open: FormDef = { ...def, schema: withoutRequired(def.schema) as FormDef['schema'], rules: [] }
  const state = createForm(open, validatorsOf(open))
  const view = { screen: { form: () => state, screen: { id: 'test' } } } as unknown as View
  const onSubmit = async (detail: object) => {
    const result = await app.api.call('given', {}, { claims: claimOf(detail) })
    return { ok: result.ok, failure: result }
  }
  const { container } = render(
    <ViewContext value={view}>
      <Form form={id} submitLabel="login.submit" units={unitsFor(params, def)} onSubmit={onSubmit as never} />
    </ViewContext>,
  )
  const amount = container.querySelector('input[inputmode="none"]')
  if (amount) {
    await act(async () => void fireEvent.focus(amount))
    expect(document.querySelectorAll('[data-dock]')).toHaveLength(1)
  }
  const form = container.querySelector('form')
  if (!form) throw new Error(`${id} has no form`)
  await act(async () => void fireEvent.submit(form))
  const message = client.language.messageOf('error', { code, message: 'untranslated', params })
  const shown = screen.queryAllByText((_, element) => element?.children.length === 0 && element.textContent === message)
  return {
    message,
    toasts: app.toasts.map((toast) => client.language.messageOf('error', toast)),
    fields: shown.map((element) => element.closest<HTMLElement>('[data-field]')?.dataset.field),
    shown: shown.length,
  }
}

test('the forms of the screens send calls', () => {
  expect(forms.length).toBeGreaterThan(35)
  expect(steps.length).toBeGreaterThan(200)
})

test('no step of a form says again what its call was refused with', () => {
  const again = steps.filter(({ step, isAfterFailure }) => isAfterFailure && step.action === 'toast')
  expect(again.map(({ form, step }) => `${form}: ${step.sourcePath}`)).toEqual([])
})

describe.each(forms)('$id', ({ id, def, fields }) => {
  const unclaimed = codesOf(id).filter((code) => fieldOf({ fields, def }, code) === undefined)
  const claimed = codesOf(id).filter((code) => fieldOf({ fields, def }, code) !== undefined)
  test.each(claimed)('%s is said at its field alone', async (code) => {
    const said = await refused({ id, def }, code, paramsOf(code))
    expect(said).toMatchObject({ toasts: [], fields: [fieldOf({ fields, def }, code)], shown: 1 })
  })

  const toasted = async (codes: readonly string[]) => {
    for (const code of codes) {
      const said = await refused({ id, def }, code, paramsOf(code))
      expect(said, code).toMatchObject({ toasts: [said.message], shown: 0 })
      cleanup()
    }
  }
  test('a refusal of no field is a toast alone', () => toasted(unclaimed.slice(0, 1)))
  test('so are all others', LONG, () => toasted(unclaimed.slice(1)))

  test.each(fields.filter(isVisible).map(({ name }) => name))(
    'a value of %s that the server refuses is named there',
    async (name) => {
      const said = await refused({ id, def }, 'parameterError', paramsOf('parameterError', name))
      expect(said).toMatchObject({ toasts: [], fields: [name], shown: 1 })
    },
  )

  test('a refusal is at a field, or of no field', () => {
    expect(unclaimed.filter((code) => !OF_NO_FIELD.has(code))).toEqual([])
  })

  test('a refusal is at the field that shows it in another form', () => {
    const elsewhere = unclaimed.filter((code) =>
      fields.some((field) => isVisible(field) && labelsOf.get(code)?.has(field.label)),
    )
    expect(elsewhere).toEqual([])
  })
})
