import type { Expr } from '../../../src/core/program.ts'
import type { Type } from '../types.ts'
import type { Facts } from './facts.ts'
import { mergeFacts } from './facts.ts'

/** What a name stands for: a value, or a group of values read by `group.member`. */
export type Binding =
  | { kind: 'value'; type: Type; expr: Expr; used?: () => void; region?: true }
  | { kind: 'group'; title: string; member(name: string): Binding | undefined; names(): Iterable<string> }

/** The names an expression may use and what is known of them there. Immutable: a step inward makes another one. */
export class Scope {
  private constructor(
    readonly names: ReadonlyMap<string, Binding>,
    readonly facts: Facts,
    /** Put before the names that are bound inside, so that a part's own names never meet those of its user. */
    readonly prefix: string,
  ) {}

  static of(names: Iterable<readonly [string, Binding]>, prefix = ''): Scope {
    return new Scope(new Map(names), new Map(), prefix)
  }

  bind(name: string, type: Type, used?: () => void): Scope {
    const names = new Map(this.names)
    names.set(name, { kind: 'value', type, expr: ['v', this.local(name)], ...(used ? { used } : {}) })
    return new Scope(names, this.facts, this.prefix)
  }

  /** A branch's or event's variable: the client binds it by this very name, so it is never prefixed. */
  branch(name: string, type: Type): Scope {
    const names = new Map(this.names)
    names.set(name, { kind: 'value', type, expr: ['v', name] })
    return new Scope(names, this.facts.size === 0 ? this.facts : new Map([...this.facts].filter(([key]) => !mentions(key, name))), this.prefix)
  }

  with(extra: Iterable<readonly [string, Binding]>): Scope {
    return new Scope(new Map([...this.names, ...extra]), this.facts, this.prefix)
  }

  know(facts: Facts): Scope {
    return facts.size === 0 ? this : new Scope(this.names, mergeFacts(this.facts, facts), this.prefix)
  }

  local(name: string): string {
    return this.prefix === '' ? name : `${this.prefix}:${name}`
  }
}

/** What was known of an outer variable of that name says nothing of the inner one. */
const mentions = (key: string, name: string): boolean => new RegExp(`(^|[^.\\w])${name}\\b`).test(key)
