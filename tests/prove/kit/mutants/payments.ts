import { exchange, inHandler, inStep, member, rowsOf } from './faults.ts'
import type { Place } from './faults.ts'
import { isObject } from './project.ts'
import type { Kind, Obj, Project } from './project.ts'

// Faults of payments, written from the documents of the language.

const effectOf = (project: Project, call: unknown): unknown =>
  project.documents.get(`schemas/api/${String(call)}.json`)?.effect
const isMoney = (step: Obj | undefined, { project }: Place): boolean =>
  step?.action === 'call' && effectOf(project, step.call) === 'money'
/** The index of a payment among the steps; that of a step that contains one; -1 if there is none. */
const paymentIn = (steps: Obj[], place: Place): number =>
  steps.findIndex(
    (step) => isMoney(step, place) || (step.action === 'payPassword' && effectOf(place.project, step.call) === 'money'),
  )
const confirmIn = (steps: Obj[]): number => steps.findIndex(({ action }) => action === 'confirm')
const insertBetween = (steps: Obj[], place: Place, step: (payload: Obj) => Obj | null): void => {
  const [confirm, payment] = [confirmIn(steps), paymentIn(steps, place)]
  if (confirm < 0 || payment <= confirm) return
  const added = step(payloadOf(steps[payment] ?? {}))
  if (added !== null) steps.splice(confirm + 1, 0, added)
}
/** The payload of a payment, or of the one within. */
function payloadOf(step: Obj): Obj {
  if (isObject(step.payload)) return step.payload
  for (const value of Object.values(step))
    if (Array.isArray(value))
      for (const item of value)
        if (isObject(item) && item.action !== undefined) {
          const payload = payloadOf(item)
          if (Object.keys(payload).length > 0) return payload
        }
  return {}
}
/** A fault in the payload of a payment. */
const inPayment = (name: string, change: (payload: Obj, step: Obj) => void, mayPass?: string): Kind =>
  inStep(
    name,
    'call',
    (step, place) => {
      if (isMoney(step, place) && isObject(step.payload)) change(step.payload, step)
    },
    mayPass,
  )
/** A fault in a confirmation before a payment. */
const inConfirm = (name: string, change: (confirm: Obj, payment: Obj) => void, mayPass?: string): Kind =>
  inHandler(
    name,
    (steps, place) => {
      const [confirm, payment] = [confirmIn(steps), paymentIn(steps, place)]
      if (confirm >= 0 && payment > confirm) change(steps[confirm] ?? {}, steps[payment] ?? {})
    },
    mayPass,
  )
const values = (rows: Obj[], pattern: RegExp): Obj[] => rows.filter(({ value }) => pattern.test(String(value)))

export const payments: readonly Kind[] = [
  inConfirm(
    'confirm-row-lost',
    (confirm) => {
      const rows = rowsOf(confirm, 'rows')
      if (rows.length > 1) confirm.rows = rows.slice(1)
    },
    'the row shows what is not sent',
  ),
  inConfirm(
    'confirm-amount-row-lost',
    (confirm) => {
      const rows = rowsOf(confirm, 'rows')
      confirm.rows = rows.filter(
        (row) => !String(row.value).includes('money(') && !String(row.value).includes('quantity('),
      )
    },
    'the row shows a result that is not sent',
  ),
  inConfirm(
    'confirm-without-rows',
    (confirm) => {
      delete confirm.rows
    },
    'the call sends constants',
  ),
  inConfirm(
    'confirm-amount-twice',
    (confirm) => {
      const [first, second] = values(rowsOf(confirm, 'rows'), /money\(/)
      if (first && second) first.value = second.value ?? ''
    },
    'the row shows what is not sent',
  ),
  inConfirm('confirm-labels-exchanged', (confirm) => {
    const [first, second] = values(rowsOf(confirm, 'rows'), /money\(/)
    if (!first || !second) return
    const kept = first.label ?? ''
    first.label = second.label ?? ''
    second.label = kept
  }),
  inConfirm('confirm-labels-equal', (confirm) => {
    const [first, second] = rowsOf(confirm, 'rows')
    if (first && second) second.label = first.label ?? ''
  }),
  inConfirm('confirm-yes-is-no', (confirm) => {
    confirm.cancelLabel = confirm.confirmLabel ?? 'ui.ok'
  }),
  inConfirm('confirm-yes-says-cancel', (confirm) => {
    confirm.confirmLabel = 'ui.cancel'
  }),
  inConfirm(
    'confirm-shows-more',
    (confirm) => {
      for (const row of rowsOf(confirm, 'rows'))
        row.value = String(row.value).replace(/money\(((?:form|result|forms\.\w+)\.\w+),/, "money($1 * decimal('2'),")
    },
    'the row shows a result that is not sent',
  ),
  inConfirm(
    'confirm-shows-rounded',
    (confirm) => {
      for (const row of rowsOf(confirm, 'rows'))
        row.value = String(row.value).replace(/money\(((?:form|result|forms\.\w+)\.\w+),/, 'money(round($1, 0),')
    },
    'the row shows a result that is not sent',
  ),
  inConfirm('confirm-in-other-currency', (confirm) => {
    for (const row of rowsOf(confirm, 'rows'))
      row.value = String(row.value).replace(/(money\([\w.]+), [\w.]+/, "$1, 'EUR'")
  }),
  inConfirm('confirm-side-constant', (confirm) => {
    for (const row of rowsOf(confirm, 'rows'))
      row.value = String(row.value).replace(/enumText\('([\w.]*side[\w.]*)', [\w.]+\)/, "text('$1.buy')")
  }),
  inConfirm(
    'confirm-book-lost',
    (confirm) => {
      confirm.rows = rowsOf(confirm, 'rows').filter((row) => !String(row.value).includes("'account'"))
    },
    'the call sends constants',
  ),
  inConfirm(
    'confirm-of-other-book',
    (confirm) => {
      for (const row of rowsOf(confirm, 'rows'))
        row.value = String(row.value).replace(/enumText\('account', [\w.]+\)/, "enumText('account', 'demo')")
    },
    'the call sends constants',
  ),
  inHandler('confirm-after-payment', (steps, place) => {
    const [confirm, payment] = [confirmIn(steps), paymentIn(steps, place)]
    if (confirm < 0 || payment <= confirm) return
    const [step] = steps.splice(confirm, 1)
    if (step) steps.splice(payment, 0, step)
  }),
  inHandler('confirm-under-condition', (steps, place) => {
    const [confirm, payment] = [confirmIn(steps), paymentIn(steps, place)]
    const step = steps[confirm]
    if (step && payment > confirm) steps[confirm] = { action: 'if', condition: "=session.mode == 'real'", then: [step] }
  }),
  inHandler('payment-twice', (steps, place) => {
    const payment = paymentIn(steps, place)
    const step = steps[payment]
    if (step) steps.splice(payment, 0, structuredClone(step))
  }),
  inHandler('account-switched-after-yes', (steps, place) =>
    insertBetween(steps, place, () => ({ action: 'switchAccount', mode: 'real' })),
  ),
  inHandler(
    'fetched-after-yes',
    (steps, place) =>
      insertBetween(steps, place, (payload) =>
        Object.values(payload).some((value) =>
          /^=(?!form\b|result\b|session\b|proof|event|state|side|forms)\w+\./.test(String(value)),
        )
          ? { action: 'refresh' }
          : null,
      ),
    'what the payload reads names a row, and a row keeps its id',
  ),
  inHandler('state-set-after-yes', (steps, place) =>
    insertBetween(steps, place, (payload) => {
      const name = /=state\.(\w+)/.exec(Object.values(payload).join(' '))?.[1]
      return name === undefined ? null : { action: 'set', name, value: `=state.${name}` }
    }),
  ),
  inHandler('left-after-yes', (steps, place) => insertBetween(steps, place, () => ({ action: 'back' }))),
  inHandler('success-shown-before', (steps, place) =>
    insertBetween(steps, place, () => ({ action: 'toast', text: 'success.saved', tone: 'success' })),
  ),
  inHandler('payment-under-own-toast', (steps, place) => {
    const payment = paymentIn(steps, place)
    if (payment >= 0) steps.push({ action: 'toast', text: 'success.saved', tone: 'success' })
  }),
  inPayment('amount-constant', (payload) => {
    for (const [name, value] of Object.entries(payload)) if (String(value).endsWith('.amount')) payload[name] = '10'
  }),
  inPayment('amount-other-than-shown', (payload) => {
    for (const [name, value] of Object.entries(payload))
      if (String(value).endsWith('.amount')) payload[name] = `=round(${String(value).slice(1)}, 0)`
  }),
  inPayment('amount-doubled', (payload) => {
    for (const [name, value] of Object.entries(payload))
      if (/\.(amount|quantity|lots)$/.test(String(value))) payload[name] = `${String(value)} * decimal('2')`
  }),
  inPayment('entered-not-quoted', (payload) => {
    for (const [name, value] of Object.entries(payload))
      payload[name] = typeof value === 'string' ? value.replace(/^=result\.(amount|quantity|lots)$/, '=form.$1') : value
  }),
  inPayment('side-constant', (payload) => {
    if (typeof payload.side === 'string') payload.side = payload.side.startsWith('=') ? 'buy' : payload.side
  }),
  inPayment(
    'book-constant',
    (payload) => {
      if (payload.mode === '=session.mode') payload.mode = 'real'
    },
    'a condition proves the account',
  ),
  inPayment('from-and-to-exchanged', (payload) => exchange(payload, 'from', 'to')),
  inPayment('pay-and-receive-exchanged', (payload) => exchange(payload, 'pay', 'receive')),
  inPayment('fee-and-net-exchanged', (payload) => exchange(payload, 'fee', 'net')),
  inPayment('price-and-amount-exchanged', (payload) => exchange(payload, 'price', 'quantity')),
  inPayment(
    'optional-field-lost',
    (payload) => {
      const name = Object.keys(payload).at(-1)
      if (name !== undefined) delete payload[name]
    },
    'the call does not require the field',
  ),
  inPayment('optional-field-null', (payload) => {
    for (const name of ['price', 'takeProfit', 'stopLoss']) if (payload[name] !== undefined) payload[name] = null
  }),
  inPayment('proof-constant', (payload) => {
    if (payload.payProof !== undefined) payload.payProof = 'proof'
  }),
  inPayment('failure-of-payment-lost', (_, step) => {
    delete step.onError
  }),
  inPayment('failure-of-payment-silent', (_, step) => {
    step.silent = true
    delete step.onError
  }),
  inPayment('failure-of-payment-shown-as-success', (_, step) => {
    step.onError = [{ action: 'toast', text: 'success.saved', tone: 'success' }]
  }),
  inPayment('failure-leads-on', (_, step) => {
    if (step.onError !== undefined && Array.isArray(step.onSuccess)) step.onError = step.onSuccess
  }),
  inPayment('branches-of-payment-exchanged', (_, step) => exchange(step, 'onSuccess', 'onError')),
  inStep('proof-of-other-call', 'payPassword', (step) => {
    step.call = 'safe/email'
  }),
  inStep('proof-outside-branch', 'payPassword', (step, { root }) => {
    if (isObject(root)) step.onSuccess = [{ action: 'back' }]
  }),
  inStep('payment-on-show', 'call', (step, place) => {
    if (isMoney(step, place)) member(step, 'payload').mode = '=session.mode == "real" ? "demo" : "real"'
  }),
]
