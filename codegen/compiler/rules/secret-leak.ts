import type { Expr, Step } from '../../../src/engine/language/expressions/program.ts'
import { secretNames } from '../../../src/engine/language/forms/secrets.ts'
import { isOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Contract } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { sentCall } from '../flow/sentCall.ts'
import type { BoundLocal, Surroundings } from '../flow/walk.ts'
import { TOP, walkScreen } from '../flow/walk.ts'
import type { Schema } from '../contract/schema.ts'
import { isRefTo } from '../contract/schemaRef.ts'

const rule: Rule = {
  meta: {
    name: 'secret-leak',
    severity: 'error',
    doc: 'A secret is sent to the server only: never shown, stored or put into a URL.',
  },
  on: {
    screen({ screen, contract }, report) {
      const reportSecretIn = (expr: Expr | undefined, surroundings: Surroundings, at: string): void => {
        const secret = secretIn(expr, surroundings, contract)
        if (secret !== undefined) report(leaks(secret), at)
      }
      reportSecretIn(screen.title, TOP, 'title')
      // The payload of a query is a part of its address.
      for (const [name, { payload }] of Object.entries(screen.queries))
        reportSecretIn(payload, TOP, `queries/${name}/payload`)
      walkScreen(screen, {
        actions: contract.actions,
        node(node, surroundings) {
          for (const [name, expr] of Object.entries(node.exprs ?? {}))
            reportSecretIn(expr, surroundings, `${node.sourcePath}/props/${name}`)
        },
        step(step, surroundings) {
          for (const [name, expr] of Object.entries(step.exprs ?? {})) {
            if (takesSecret(step, name, contract) && isOfCall(expr, surroundings, contract)) {
              if (secretIn(expr, surroundings, contract) === undefined)
                report(notMarked(String(isOperation(expr) ? expr.at(-1) : '')), `${step.sourcePath}/${name}`)
              continue
            }
            if (mayTakeSecret(step, name, contract)) continue
            reportSecretIn(expr, surroundings, `${step.sourcePath}/${name}`)
          }
        },
      })
    },
    unit({ states }, report) {
      for (const [name, { schema, at }] of states) if (marksSecret(schema)) report(keepsSecret(name), at)
    },
  },
}
export default rule

const leaks = (secret: string): Report => ({
  code: 'leaks',
  params: { secret },
})

const keepsSecret = (state: string): Report => ({
  code: 'keepsSecret',
  params: { state },
})

const notMarked = (field: string): Report => ({
  code: 'notMarked',
  params: { field },
})

/** Whether a schema, or one within it, is marked as secret. */
const marksSecret = (schema: Schema): boolean =>
  schema['x-secret'] === true ||
  Object.values(schema.properties ?? {}).some(marksSecret) ||
  (schema.items !== undefined && marksSecret(schema.items)) ||
  (schema.oneOf ?? []).some(marksSecret)

const takesSecret = (step: Step, name: string, contract: Contract): boolean =>
  contract.actions.get(step.action)?.args.properties?.[name]?.['x-secret'] === true

/** Whether an expression is a field of a call's answer. */
function isOfCall(expr: Expr, { bound }: Surroundings, contract: Contract): boolean {
  if (!isOperation(expr) || expr[0] !== '.' || !isOperation(expr[1]) || expr[1][0] !== 'v') return false
  const by = bound.get(expr[1][1])
  return by !== undefined && contract.actions.get(by.step.action)?.branches[by.branch]?.type === 'x-call-data'
}

/** Whether an argument may take a secret: a payload, a secret argument, or a condition, which reveals one bit. */
function mayTakeSecret(step: Step, name: string, contract: Contract): boolean {
  const schema = contract.actions.get(step.action)?.args.properties?.[name]
  return isRefTo(schema, 'payload') || schema?.['x-secret'] !== undefined || schema?.['x-condition'] !== undefined
}

/** Names that read earlier ones twice would be followed twice for each: the work doubled with every name. */
const localSecrets = new WeakMap<BoundLocal, string | null>()

function localSecret(local: BoundLocal, contract: Contract): string | undefined {
  let secret = localSecrets.get(local)
  if (secret === undefined) {
    secret = secretIn(local.expr, local.surroundings, contract) ?? null
    localSecrets.set(local, secret)
  }
  return secret ?? undefined
}

/** The secret that an expression reveals. Comparing or measuring a secret does not reveal it. */
function secretIn(expr: Expr | undefined, surroundings: Surroundings, contract: Contract): string | undefined {
  if (!isOperation(expr)) return undefined
  const formName = formOf(expr, surroundings)
  if (formName !== undefined)
    return hasPassword(formName, contract) ? `all values of the form "${formName}", its password among them` : undefined
  const inOperands = (from: number): string | undefined => {
    for (let index = from; index < expr.length; index++) {
      const secret = secretIn(expr[index], surroundings, contract)
      if (secret !== undefined) return secret
    }
    return undefined
  }
  switch (expr[0]) {
    case '==':
    case '!=':
    case 'has':
      return undefined
    case '?:':
      return inOperands(2)
    case 'v': {
      const local = surroundings.locals.get(expr[1])
      return local ? localSecret(local, contract) : branchSecret(expr[1], surroundings, contract)
    }
    case 'f':
      return expr[1] === 'size' ? undefined : inOperands(1)
    case '.': {
      const [, object, field] = expr
      const form = formOf(object, surroundings)
      if (form !== undefined) return passwordsOf(form, contract).has(field) ? `the field "${field}"` : undefined
      return callSecret(object, field, surroundings, contract) ? `"${field}"` : secretIn(object, surroundings, contract)
    }
    default:
      return inOperands(1)
  }
}

/** The fields of a form that are a password or have one within them. */
function passwordsOf(form: string, contract: Contract): ReadonlySet<string> {
  const def = contract.forms.get(form)?.def
  return def ? secretNames(def, ({ widget }) => widget === 'password') : NO_NAMES
}
const NO_NAMES: ReadonlySet<string> = new Set()

const hasPassword = (form: string, contract: Contract): boolean => passwordsOf(form, contract).size > 0

/** A variable of a branch whose complete value is secret, such as the password of payPassword. */
function branchSecret(name: string, surroundings: Surroundings, contract: Contract): string | undefined {
  const by = surroundings.bound.get(name)
  const type = by && contract.actions.get(by.step.action)?.branches[by.branch]?.type
  return typeof type === 'object' && type['x-secret'] !== undefined ? `"${name}"` : undefined
}

/** A field of a call's answer that its schema marks as secret. */
function callSecret(object: Expr, field: string, surroundings: Surroundings, contract: Contract): boolean {
  const by = isOperation(object) && object[0] === 'v' ? surroundings.bound.get(object[1]) : undefined
  const action = by && contract.actions.get(by.step.action)
  if (!by || action?.branches[by.branch]?.type !== 'x-call-data') return false
  return sentCall(by.step, contract)?.data.properties?.[field]?.['x-secret'] !== undefined
}

/** The form whose values a variable or a draft contains. */
function formOf(expr: Expr, { event }: Surroundings): string | undefined {
  if (!isOperation(expr)) return undefined
  if (expr[0] === '@' && expr[1] === 'forms') return expr[2]
  if (expr[0] !== 'v' || (expr[1] !== 'form' && expr[1] !== 'event') || !event) return undefined
  const form = event.node.props?.form
  return typeof form === 'string' && event.name === 'submit' ? form : undefined
}
