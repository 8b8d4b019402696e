/**
 * The unit of a contract number, as its TypeScript type: a price cannot be passed where a quantity is required. The rules are those of
 * expressions (codegen/compiler/infer/operators.ts). At run time a decimal is a string and a time a number. `asPrice` and the others of
 * decimal.ts add the unit to a text.
 */
declare const unit: unique symbol
declare const decimal: unique symbol

/** A decimal string of any unit (see decimal.ts). It is assignable to string; a string is not assignable to it. */
export type Decimal = string & { readonly [decimal]: true }
export type DecimalOf<U extends string> = Decimal & { readonly [unit]: U }

export type Money = DecimalOf<'money'>
export type Price = DecimalOf<'price'>
export type Quantity = DecimalOf<'quantity'>
export type Lots = DecimalOf<'lots'>
/** Hundredths: "1.25" is 1.25 %. */
export type Percent = DecimalOf<'percent'>
/** Units of one currency for one of another. */
export type Rate = DecimalOf<'rate'>
/** A number without a unit, such as the ratio of two prices. */
export type Factor = DecimalOf<'none'>

type NumberOf<U extends string> = number & { readonly [unit]: U }
/** A moment: seconds since 1970. */
export type UnixSeconds = NumberOf<'unix'>
/** A duration. */
export type Seconds = NumberOf<'seconds'>

/** A value of the contract in a file or a test, without units: a validator or `asPrice` and the others add them. */
export type Unbranded<T> = T extends Decimal
  ? T | Literal
  : T extends NumberOf<string>
    ? number
    : T extends string | number | boolean | null | undefined
      ? T
      : { readonly [K in keyof T]: Unbranded<T[K]> }

/** A literal number in the code: it gets the unit of the other operand. */
export type Literal = `${number}`
export type Operand = Decimal | Literal

/** The branded part of an operand: never for a literal. */
type Branded<A> = Extract<A, Decimal>
/** The unit of an operand: "literal" for a literal, "any" for a decimal of an unknown unit. */
type UnitOf<A> = [Branded<A>] extends [never] ? 'literal' : Branded<A> extends DecimalOf<infer U> ? U : 'any'

/** The type of an operand after an operation that preserves its unit. */
export type Same<A> = [Branded<A>] extends [never] ? Decimal : Branded<A>

/** The common type of both operands; never for two units. */
type Common<A, B> =
  UnitOf<A> extends 'literal'
    ? Same<B>
    : UnitOf<B> extends 'literal'
      ? Same<A>
      : Branded<A> extends Branded<B>
        ? Branded<B>
        : Branded<B> extends Branded<A>
          ? Branded<A>
          : never
/** A + B, A − B, the smaller, the greater. */
export type Sum<A, B> = Common<A, B>
/** The second operand of an operation on two of the same unit: an operand of another unit is not assignable to it. */
export type SameUnit<A, B> = [Common<A, B>] extends [never] ? NoInfer<Branded<A>> : B

interface Products {
  price: { quantity: Money; lots: Money }
  quantity: { price: Money; lots: Quantity }
  lots: { price: Money; quantity: Quantity; money: Money }
  money: { lots: Money }
}
interface Quotients {
  money: { price: Quantity; quantity: Price; lots: Money }
  quantity: { lots: Quantity }
}
type UnitIn<Table, A, B> = A extends keyof Table ? (B extends keyof Table[A] ? Table[A][B] : never) : never
type Neutral = 'literal' | 'none' | 'rate'

/** A × B; never where the product has no unit. */
export type Product<A, B> = 'any' extends UnitOf<A> | UnitOf<B>
  ? Decimal
  : UnitOf<B> extends 'literal'
    ? Same<A>
    : UnitOf<A> extends 'literal' | 'none'
      ? Same<B>
      : UnitOf<B> extends Neutral
        ? Same<A>
        : UnitOf<A> extends Neutral
          ? Same<B>
          : UnitIn<Products, UnitOf<A>, UnitOf<B>>
/** A ÷ B; never where the quotient has no unit. */
export type Quotient<A, B> = 'any' extends UnitOf<A> | UnitOf<B>
  ? Decimal
  : UnitOf<B> extends 'literal'
    ? Same<A>
    : UnitOf<A> extends UnitOf<B>
      ? Factor
      : UnitOf<B> extends Neutral
        ? Same<A>
        : UnitIn<Quotients, UnitOf<A>, UnitOf<B>>
/** The second operand of a product or quotient: not assignable where the result has no unit. */
export type Multiplier<A, B> = [Product<A, B>] extends [never] ? never : B
export type Divisor<A, B> = [Quotient<A, B>] extends [never] ? never : B
