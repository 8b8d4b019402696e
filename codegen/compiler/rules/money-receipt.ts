import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { member, members, stringAt, type JsonNode } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'money-receipt',
    severity: 'error',
    doc: 'A call that moves money names the kind of its receipts, and the fields of its payload that are figures of them.',
  },
  on: {
    call({ name, root, effect }, report) {
      const promised = promisedIn(member(root, 'payload'))
      const [first] = promised
      if (effect !== 'money') {
        if (first) report(promiseWithoutMoney(name), first)
        return
      }
      const receipt = member(root, 'receipt')
      if (!stringAt(receipt, 'kind')) report(noReceipt(name), receipt ?? root)
      else if (!first && !stringAt(receipt, 'unpromised')) report(noPromise(name), receipt ?? root)
    },
  },
}
export default rule

/** The annotations `x-promise` of a schema and of its properties. */
function promisedIn(schema: JsonNode | undefined): JsonNode[] {
  return members(member(schema, 'properties')).flatMap(({ value }) => {
    const own = member(value, 'x-promise')
    return [...(own ? [own] : []), ...promisedIn(value)]
  })
}

const noReceipt = (call: string): Report => ({
  code: 'noReceipt',
  params: { call },
})

const noPromise = (call: string): Report => ({
  code: 'noPromise',
  params: { call },
})

const promiseWithoutMoney = (call: string): Report => ({
  code: 'promiseWithoutMoney',
  params: { call },
})
