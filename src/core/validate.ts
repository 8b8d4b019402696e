import { formats } from './formats.ts'
import type { Json, Shape } from './program.ts'

/** The error at `path` ("rows.3.amount", "" for the whole): the keyword that failed and its value in the shape. */
export interface Problem {
  path: string
  keyword: string
  limit: Json
}

/** Maximum values checked in one validation: a reply of hostile size is rejected, not walked for minutes. */
const VALUES_LIMIT = 500_000

/** Collects up to `wanted` problems. The path is stored as a stack: text is created only for a problem. */
class Check {
  readonly found: Problem[] = []
  private readonly path: (string | number)[] = []
  private seen = 0

  constructor(private readonly wanted: number) {}

  private fail(keyword: string, limit: Json): void {
    this.found.push({ path: this.path.join('.'), keyword, limit })
  }

  private get full(): boolean {
    return this.found.length >= this.wanted
  }

  value(shape: Shape, value: unknown): void {
    this.seen += 1
    if (this.seen > VALUES_LIMIT) {
      if (!this.full) this.fail('size', VALUES_LIMIT)
      return
    }
    const { type } = shape
    if (type !== undefined && !(Array.isArray(type) ? type.some((one) => isType(one, value)) : isType(type, value))) return this.fail('type', type)
    if (shape.enum !== undefined && !(shape.enum as unknown[]).includes(value)) return this.fail('enum', shape.enum)
    if (shape.const !== undefined && shape.const !== value) return this.fail('const', shape.const)
    if (typeof value === 'string') this.string(shape, value)
    else if (typeof value === 'number') this.number(shape, value)
    else if (Array.isArray(value)) this.array(shape, value)
    else if (typeof value === 'object' && value !== null) this.object(shape, value as Record<string, unknown>)
    if (shape.oneOf !== undefined && !this.full) this.oneOf(shape.oneOf as Shape[], value)
  }

  private string(shape: Shape, value: string): void {
    const { minLength, maxLength, format } = shape
    if (minLength !== undefined || maxLength !== undefined) {
      const length = lengthOf(value)
      if (minLength !== undefined && length < (minLength as number)) return this.fail('minLength', minLength)
      if (maxLength !== undefined && length > (maxLength as number)) return this.fail('maxLength', maxLength)
    }
    if (format !== undefined && Object.hasOwn(formats, format as string) && formats[format as string]?.(value) === false) this.fail('format', format)
  }

  private number(shape: Shape, value: number): void {
    const { minimum, maximum } = shape
    if (minimum !== undefined && !(value >= (minimum as number))) return this.fail('minimum', minimum)
    if (maximum !== undefined && !(value <= (maximum as number))) this.fail('maximum', maximum)
  }

  private array(shape: Shape, value: readonly unknown[]): void {
    const { minItems, maxItems, items } = shape
    if (minItems !== undefined && value.length < (minItems as number)) return this.fail('minItems', minItems)
    if (maxItems !== undefined && value.length > (maxItems as number)) return this.fail('maxItems', maxItems)
    if (items === undefined) return
    for (let i = 0; i < value.length && !this.full; i++) this.at(i, items as Shape, value[i])
  }

  private object(shape: Shape, value: Record<string, unknown>): void {
    const { required, additionalProperties: more } = shape
    const properties = shape.properties as Record<string, Shape> | undefined
    for (const name of (required ?? []) as string[]) {
      if (value[name] !== undefined && Object.hasOwn(value, name)) continue
      this.path.push(name)
      this.fail('required', true)
      this.path.pop()
      if (this.full) return
    }
    for (const name of Object.keys(value)) {
      if (properties !== undefined && Object.hasOwn(properties, name)) {
        if (value[name] !== undefined) this.at(name, properties[name] as Shape, value[name])
      } else if (more === false) this.at(name, null, undefined)
      else if (typeof more === 'object' && more !== null) this.at(name, more as Shape, value[name])
      if (this.full) return
    }
  }

  private at(step: string | number, shape: Shape | null, value: unknown): void {
    this.path.push(step)
    if (shape) this.value(shape, value)
    else this.fail('additionalProperties', false)
    this.path.pop()
  }

  /** Exactly one branch is valid. When none is, the reported problems are those of the branch that the value names by its constant. */
  private oneOf(branches: Shape[], value: unknown): void {
    let holding = 0
    let meant: Check | null = null
    for (const branch of branches) {
      const check = new Check(this.wanted)
      check.seen = this.seen
      check.path.push(...this.path)
      check.value(branch, value)
      this.seen = check.seen
      if (check.found.length === 0) holding += 1
      else if (names(branch, value)) meant = check
    }
    if (holding === 1) return
    if (holding === 0 && meant) this.found.push(...meant.found.slice(0, this.wanted - this.found.length))
    else this.fail('oneOf', branches.length)
  }
}

/**
 * The first problem of `value` in the shape; null when it is valid. It agrees with ajv (tests/conformance/validate),
 * for any value whose properties can be read without an exception. An undefined property is absent, as in JSON.
 */
export function firstProblem(shape: Shape, value: unknown): Problem | null {
  const check = new Check(1)
  check.value(shape, value)
  return check.found[0] ?? null
}

/** Up to `max` problems, in the order of the value. */
export function problems(shape: Shape, value: unknown, max = 100): Problem[] {
  const check = new Check(max)
  check.value(shape, value)
  return check.found
}

export function conforms(shape: Shape, value: unknown): boolean {
  return firstProblem(shape, value) === null
}

function isType(type: Json, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return false
  }
}

/** Whether a branch's constants equal those of the value: then the value was intended for this branch. */
function names(branch: Shape, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const constants = Object.entries((branch.properties ?? {}) as Record<string, Shape>).filter(([, shape]) => shape.const !== undefined)
  return constants.length > 0 && constants.every(([name, shape]) => Object.hasOwn(value, name) && shape.const === (value as Record<string, unknown>)[name])
}

/** In code points, as JSON Schema counts. */
function lengthOf(text: string): number {
  let length = text.length
  for (let i = 1; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) length -= 1
  }
  return length
}
