import { Environment } from '@marcbachmann/cel-js'
import { Decimal } from 'decimal.js-light'
import type { Type } from '../../../codegen/compile/types.ts'
import { functions } from '../../../src/core/functions.ts'
import type { FunctionEnv } from '../../../src/core/functions.ts'

/** What functions ask of the world, as words that show what was asked. */
export const fakes: FunctionEnv = {
  text: (key, args) => (args === undefined ? key : `${key}${JSON.stringify(args)}`),
  quote: () => null,
  format: {
    money: (value, currency) => `money ${value}${currency === undefined ? '' : ` ${currency}`}`,
    price: (value, precision) => `price ${value}${precision === undefined ? '' : ` ${precision}`}`,
    percent: (value) => `percent ${value}`,
    quantity: (value) => `quantity ${value}`,
    number: (value) => `number ${value}`,
    dateTime: (unix) => `dateTime ${unix}`,
    date: (unix) => `date ${unix}`,
    ago: (unix) => `ago ${unix}`,
    country: (code) => `country ${code}`,
    language: (code) => `language ${code}`,
  },
}

const Exact = Decimal.clone({ precision: 60, toExpNeg: -60, toExpPos: 60 })

/** A decimal as a type of its own in the library: another implementation than the one under test. */
class Money {
  readonly value: Decimal
  readonly text: string | undefined
  constructor(value: Decimal | string) {
    this.value = new Exact(value)
    this.text = typeof value === 'string' ? value : undefined
  }
  toString(): string {
    return this.text ?? this.value.toDecimalPlaces(12, Decimal.ROUND_HALF_EVEN).toString()
  }
}

function toCel(value: unknown, type: Type | undefined): unknown {
  if (value === null || value === undefined || !type) return value ?? null
  switch (type.k) {
    case 'nullable':
      return toCel(value, type.of)
    case 'int':
      return BigInt(value as number)
    case 'decimal':
      return new Money(value as string)
    case 'list':
      return (value as unknown[]).map((item) => toCel(item, type.of))
    case 'map':
      return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, toCel(held, type.of)]))
    case 'object':
      return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, toCel(held, type.fields.get(name)?.type)]))
    case 'union': {
      const option = type.options.find((one) => {
        const tag = one.fields.get(type.tag)?.type
        return tag?.k === 'string' && tag.enum?.includes((value as Record<string, string>)[type.tag] ?? '')
      })
      return toCel(value, option)
    }
    default:
      return value
  }
}

function fromCel(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Money) return value.toString()
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, held]) => [String(name), fromCel(held)]))
  if (Array.isArray(value)) return value.map(fromCel)
  if (value !== null && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, fromCel(held)]))
  return value ?? null
}

let environment: Environment | undefined
function library(): Environment {
  if (environment) return environment
  const env = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false })
  env.registerType('Money', Money)
  env.registerFunction('decimal(string): Money', (text: string) => new Money(text))
  env.registerFunction('string(Money): string', String)
  env.registerFunction('int(Money): int', (value: Money) => BigInt(value.value.toDecimalPlaces(0, Decimal.ROUND_DOWN).toString()))
  env.registerFunction('double(Money): double', (value: Money) => value.value.toNumber())
  env.registerFunction('decimal(int): Money', (whole: bigint) => new Money(String(whole)))
  for (const [op, make] of Object.entries({ '+': 'plus', '-': 'minus', '*': 'times', '/': 'div' } as const)) {
    env.registerOperator(`Money ${op} Money`, (a: Money, b: Money) => new Money(a.value[make](b.value)))
  }
  env.registerOperator('Money < Money', (a: Money, b: Money) => a.value.lt(b.value))
  env.registerOperator('Money <= Money', (a: Money, b: Money) => a.value.lte(b.value))
  env.registerOperator('Money > Money', (a: Money, b: Money) => a.value.gt(b.value))
  env.registerOperator('Money >= Money', (a: Money, b: Money) => a.value.gte(b.value))
  env.registerOperator('Money == Money', (a: Money, b: Money) => a.value.eq(b.value))
  // The library keeps orValue for optionals, which have another syntax.
  env.registerFunction('dyn.orElse(dyn): dyn', (value: unknown, other: unknown) => value ?? other)
  env.registerFunction('text(string): string', (key: string) => fakes.text(key))
  env.registerFunction('text(string, map): string', (key: string, args: unknown) => fakes.text(key, fromCel(args) as Record<string, unknown>))
  for (const [name, signature] of Object.entries(functions)) {
    const isDecimal = /^decimal|^T\?$/.test(signature.result)
    const handler = (...args: unknown[]): unknown => {
      const result = signature.run(args.map(fromCel), fakes)
      if (signature.result === 'int') return BigInt(result as number)
      return signature.result.startsWith('decimal') && isDecimal ? new Money(result as string) : result
    }
    for (let count = signature.params.length - (signature.optional ?? 0); count <= signature.params.length; count++) {
      const dyn = Array.from({ length: count }, () => 'dyn')
      for (const form of [
        ...(signature.call === 'method' ? [] : [`${name}(${dyn.join(', ')}): dyn`]),
        ...(signature.call === 'function' ? [] : [`dyn.${name}(${dyn.slice(1).join(', ')}): dyn`]),
      ]) {
        try {
          env.registerFunction(form, handler)
        } catch {
          // The library has this function itself: then it is asked for its own.
        }
      }
    }
  }
  environment = env
  return env
}

/** What the library's evaluator says, or why it cannot. */
export function celValue(expression: string, types: ReadonlyMap<string, Type>, scope: Readonly<Record<string, { value: unknown }>>): { value: unknown } | { error: string } {
  const context = Object.fromEntries(Object.entries(scope).map(([name, { value }]) => [name, toCel(value, types.get(name))]))
  try {
    return { value: JSON.parse(JSON.stringify(fromCel(library().evaluate(expression.replaceAll('.orValue(', '.orElse('), context)))) }
  } catch (error) {
    return { error: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) }
  }
}
