import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { readsLocal } from '../../../src/engine/language/expressions/visit.ts'
import type { SymbolRef } from '../source/names/mention.ts'
import { nullable } from './types.ts'
import type { Type } from './types.ts'
import { readsPath } from './astKey.ts'
import type { AstKey } from './astKey.ts'
import type { Facts, KnownExpression } from './facts.ts'
import { mergeFacts } from './facts.ts'
import { withoutVariableRefs } from './unitRefs.ts'

/** An expression that has a name: its key, the scope in which its type holds, and its type in another one. */
export interface NamedExpression {
  readonly key: AstKey
  readonly scope: Scope
  typeIn(scope: Scope): Type
}

/** The meaning of a name: a value, or a group of values read by `group.member`. `written`: the expression that has that name. `of`: what is declared by it. */
export type Binding =
  | {
      kind: 'value'
      type: Type
      expr: Expr
      used?: () => void
      query?: true
      written?: NamedExpression
      of?: SymbolRef
    }
  | {
      kind: 'group'
      title: string
      member(name: string): Binding | undefined
      names(): Iterable<string>
      of?: SymbolRef
    }

/** Names that the client binds for each event. */
const HANDLER_NAMES: ReadonlySet<string> = new Set(['event', 'form'])

/** Names and narrowing facts visible to an expression. Immutable. */
export class Scope {
  private constructor(
    readonly names: ReadonlyMap<string, Binding>,
    readonly facts: Facts,
    /** Prefix of the names bound inside, so that a part's names never collide with those of its user. */
    readonly prefix: string,
  ) {}

  static of(names: Iterable<readonly [string, Binding]>, prefix = ''): Scope {
    return new Scope(new Map(names), new Map(), prefix)
  }

  bind(name: string, type: Type, used?: () => void, of?: SymbolRef): Scope {
    const names = new Map(this.names)
    names.set(name, { kind: 'value', type, expr: ['v', this.local(name)], ...(used && { used }), ...(of && { of }) })
    return new Scope(names, this.facts, this.prefix)
  }

  /** A name for an expression, which is written out where it is read. */
  name(name: string, type: Type, expr: Expr, written: NamedExpression | undefined, used: () => void): Scope {
    return new Scope(
      new Map([...this.names, [name, { kind: 'value', type, expr, used, ...(written && { written }) }]]),
      this.facts,
      this.prefix,
    )
  }

  /** A branch's or event's variable: the client binds it by this very name, so it is never prefixed. */
  branch(name: string, type: Type): Scope {
    const outer = this.names.has(name) ? this.without(name) : this
    const names = new Map(outer.names)
    names.set(name, { kind: 'value', type, expr: ['v', name] })
    return new Scope(names, outer.facts, this.prefix)
  }

  /** The scope in which a name is shadowed: without facts and unit references by that name, and without `let` names that read it. */
  without(name: string): Scope {
    const remaining = [...this.names].filter(
      ([, binding]) => binding.kind !== 'value' || binding.written === undefined || !readsLocal(binding.expr, name),
    )
    const names = new Map(
      remaining.map(([other, binding]): [string, Binding] => [
        other,
        binding.kind === 'value' ? withoutRefsTo(binding, name) : binding,
      ]),
    )
    return new Scope(
      names,
      withoutKeys(this.facts, (key) => readsPath(key, [name])),
      this.prefix,
    )
  }

  with(extra: Iterable<readonly [string, Binding]>): Scope {
    return new Scope(new Map([...this.names, ...extra]), this.facts, this.prefix)
  }

  know(facts: Facts): Scope {
    return facts.size === 0 ? this : new Scope(this.names, mergeFacts(this.facts, facts), this.prefix)
  }

  /** The scope without facts about these keys, or that relate others to them. `remains`: they are known not to be null if they were. */
  forget(isForgotten: (key: AstKey) => boolean, remains: (key: AstKey) => boolean = () => false): Scope {
    return this.#forget({ isForgotten, remains, done: new Map() })
  }

  #forget(forgetting: Forgetting): Scope {
    const { isForgotten, remains, done } = forgetting
    const changed = new Map<string, Binding>()
    const isDropped = (key: AstKey): boolean =>
      isForgotten(key) || [...changed.keys()].some((name) => readsPath(key, [name]))
    // A name can read only the names before it.
    for (const [name, binding] of this.names) {
      if (binding.kind !== 'value' || binding.written === undefined || !isDropped(binding.written.key)) continue
      const after = done.get(binding) ?? typedAfter(binding, binding.written, binding.written.scope.#forget(forgetting))
      done.set(binding, after)
      changed.set(name, after)
    }
    const keepsNames = [...changed].every(([name, binding]) => binding === this.names.get(name))
    if (keepsNames && ![...this.facts.values()].some(({ key }) => isDropped(key))) return this
    return new Scope(
      keepsNames ? this.names : new Map([...this.names, ...changed]),
      withoutKeys(this.facts, isDropped, remains),
      this.prefix,
    )
  }

  /** The scope without results of conditions: for nodes that stay when the conditions around them change. */
  withoutResults(): Scope {
    const facts = [...this.facts].map(([text, { key, facts: known }]): [string, KnownExpression] => [
      text,
      { key, facts: known.map(({ result: _result, range: _range, ...others }) => others) },
    ])
    return new Scope(this.names, new Map(facts), this.prefix)
  }

  /** The name of a local in the lowered form. Handlers of the client bind their own names within the rows around them. */
  local(name: string): string {
    return this.prefix === '' && !HANDLER_NAMES.has(name) ? name : `${this.prefix}:${name}`
  }
}

type ValueBinding = Binding & { kind: 'value' }

/** One removal of facts. `done`: the names that are changed by it, each once: a name is in the scope of each later one. */
interface Forgetting {
  isForgotten: (key: AstKey) => boolean
  remains: (key: AstKey) => boolean
  done: Map<Binding, ValueBinding>
}

/** A name for an expression after facts have been forgotten: they may have narrowed its type. */
function typedAfter(binding: ValueBinding, written: NamedExpression, scope: Scope): ValueBinding {
  if (scope === written.scope) return binding
  const type = written.typeIn(scope)
  // An expression that cannot be evaluated without the forgotten facts has no value.
  return { ...binding, type: type.k === 'wrong' ? nullable(binding.type) : type, written: { ...written, scope } }
}

function withoutRefsTo(binding: ValueBinding, variable: string): ValueBinding {
  const { type, written } = binding
  return {
    ...binding,
    type: withoutVariableRefs(type, variable),
    ...(written && {
      written: { ...written, typeIn: (scope) => withoutVariableRefs(written.typeIn(scope), variable) },
    }),
  }
}

function withoutKeys(
  facts: Facts,
  isForgotten: (key: AstKey) => boolean,
  remains: (key: AstKey) => boolean = () => false,
): Facts {
  return new Map(
    [...facts].flatMap(([text, { key, facts: known }]): [string, KnownExpression][] => {
      if (!isForgotten(key)) return [[text, { key, facts: known.filter(({ same }) => !same || !isForgotten(same)) }]]
      return remains(key) && known.some(({ nonNull }) => nonNull) ? [[text, { key, facts: [{ nonNull: true }] }]] : []
    }),
  )
}
