import { formats } from './schemaFormats.ts'
import type { Json, Shape } from '../expressions/program.ts'

/** The error at `path` ("rows.3.amount", "" for the root): the keyword that failed and its value in the shape. */
export interface Problem {
  path: string
  keyword: string
  limit: Json
}

/** Maximum values checked in one validation: a reply of hostile size is rejected, not walked for minutes. */
const VALUES_LIMIT = 500_000

/** Collects up to `maxProblems` problems. The path is stored as a stack: text is created only for a problem. */
class Validation {
  readonly problems: Problem[] = []
  private readonly path: (string | number)[] = []
  private visited = 0

  constructor(private readonly maxProblems: number) {}

  private addProblem(keyword: string, limit: Json): void {
    this.problems.push({ path: this.path.join('.'), keyword, limit })
  }

  private get isFull(): boolean {
    return this.problems.length >= this.maxProblems
  }

  value(shape: Shape, value: unknown): void {
    this.visited += 1
    if (this.visited > VALUES_LIMIT) {
      if (!this.isFull) this.addProblem('size', VALUES_LIMIT)
      return
    }
    const { type } = shape
    if (type !== undefined && !(Array.isArray(type) ? type.some((type) => isType(type, value)) : isType(type, value)))
      return this.addProblem('type', type)
    if (shape.enum !== undefined && !(shape.enum as unknown[]).includes(value))
      return this.addProblem('enum', shape.enum)
    if (shape.const !== undefined && shape.const !== value) return this.addProblem('const', shape.const)
    if (typeof value === 'string') this.string(shape, value)
    else if (typeof value === 'number') this.number(shape, value)
    else if (Array.isArray(value)) this.array(shape, value)
    else if (typeof value === 'object' && value !== null) this.object(shape, value as Record<string, unknown>)
    if (shape.oneOf !== undefined && !this.isFull) this.oneOf(shape.oneOf as Shape[], value)
  }

  private string(shape: Shape, value: string): void {
    const { minLength, maxLength, format } = shape
    if (minLength !== undefined || maxLength !== undefined) {
      const length = lengthOf(value)
      if (minLength !== undefined && length < (minLength as number)) return this.addProblem('minLength', minLength)
      if (maxLength !== undefined && length > (maxLength as number)) return this.addProblem('maxLength', maxLength)
    }
    if (
      format !== undefined &&
      Object.hasOwn(formats, format as string) &&
      formats[format as string]?.(value) === false
    )
      this.addProblem('format', format)
  }

  private number(shape: Shape, value: number): void {
    const { minimum, maximum } = shape
    if (minimum !== undefined && !(value >= (minimum as number))) return this.addProblem('minimum', minimum)
    if (maximum !== undefined && !(value <= (maximum as number))) this.addProblem('maximum', maximum)
  }

  private array(shape: Shape, value: readonly unknown[]): void {
    const { minItems, maxItems, items } = shape
    if (minItems !== undefined && value.length < (minItems as number)) return this.addProblem('minItems', minItems)
    if (maxItems !== undefined && value.length > (maxItems as number)) return this.addProblem('maxItems', maxItems)
    if (items === undefined) return
    for (let i = 0; i < value.length && !this.isFull; i++) this.child(i, items as Shape, value[i])
  }

  private object(shape: Shape, value: Record<string, unknown>): void {
    const { required, additionalProperties: more } = shape
    const properties = shape.properties as Record<string, Shape> | undefined
    for (const name of (required ?? []) as string[]) {
      if (value[name] !== undefined && Object.hasOwn(value, name)) continue
      this.path.push(name)
      this.addProblem('required', true)
      this.path.pop()
      if (this.isFull) return
    }
    for (const name of Object.keys(value)) {
      if (properties !== undefined && Object.hasOwn(properties, name)) {
        if (value[name] !== undefined) this.child(name, properties[name] as Shape, value[name])
      } else if (more === false) this.child(name, null, undefined)
      else if (typeof more === 'object' && more !== null) this.child(name, more as Shape, value[name])
      if (this.isFull) return
    }
  }

  private child(step: string | number, shape: Shape | null, value: unknown): void {
    this.path.push(step)
    if (shape) this.value(shape, value)
    else this.addProblem('additionalProperties', false)
    this.path.pop()
  }

  /** Exactly one branch is valid. When none is, the reported problems are those of the branch that the value names by its constant. */
  private oneOf(branches: Shape[], value: unknown): void {
    let validBranches = 0
    let intended: Validation | null = null
    for (const branch of branches) {
      const validation = new Validation(this.maxProblems)
      validation.visited = this.visited
      validation.path.push(...this.path)
      validation.value(branch, value)
      this.visited = validation.visited
      if (validation.problems.length === 0) validBranches += 1
      else if (matchesConstants(branch, value)) intended = validation
    }
    if (validBranches === 1) return
    if (validBranches === 0 && intended)
      this.problems.push(...intended.problems.slice(0, this.maxProblems - this.problems.length))
    else this.addProblem('oneOf', branches.length)
  }
}

/**
 * The first problem of `value` in the shape; null when it is valid. It agrees with ajv (tests/conformance/validate),
 * for any value whose properties can be read without an exception. An undefined property is absent, as in JSON.
 */
export function firstProblem(shape: Shape, value: unknown): Problem | null {
  const validation = new Validation(1)
  validation.value(shape, value)
  return validation.problems[0] ?? null
}

/** Up to `max` problems, in the order of the value. */
export function problems(shape: Shape, value: unknown, max = 100): Problem[] {
  const validation = new Validation(max)
  validation.value(shape, value)
  return validation.problems
}

/** Returns whether the value is valid in the shape; stops at the first problem. */
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
function matchesConstants(branch: Shape, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const constants = Object.entries((branch.properties ?? {}) as Record<string, Shape>).filter(
    ([, shape]) => shape.const !== undefined,
  )
  return (
    constants.length > 0 &&
    constants.every(
      ([name, shape]) => Object.hasOwn(value, name) && shape.const === (value as Record<string, unknown>)[name],
    )
  )
}

/** In code points, as JSON Schema counts. */
function lengthOf(text: string): number {
  let length = text.length
  for (let i = 1; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) length -= 1
  }
  return length
}
