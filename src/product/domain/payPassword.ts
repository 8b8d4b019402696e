/** Digits of a payment password. */
const LENGTH = 6

/** Positions of day, month and year of a birthday in six digits: YYMMDD, DDMMYY, MMDDYY. */
const DATE_ORDERS = [
  { month: 2, day: 4 },
  { month: 2, day: 0 },
  { month: 0, day: 2 },
]

const isDate = (digits: string): boolean =>
  DATE_ORDERS.some(({ month, day }) => {
    const [m, d] = [Number(digits.slice(month, month + 2)), Number(digits.slice(day, day + 2))]
    return m >= 1 && m <= 12 && d >= 1 && d <= 31
  })

/** Whether each digit differs from the one before by the same step of -1, 0 or 1; 9 and 0 are neighbours. */
function isRun(digits: string): boolean {
  const steps = new Set(Array.from(digits.slice(1), (digit, at) => (Number(digit) - Number(digits[at]) + 10) % 10))
  return steps.size === 1 && [...steps].every((step) => step <= 1 || step === 9)
}

/** Whether the digits are one short group again and again: 121212, 123123. */
const isRepetition = (digits: string): boolean =>
  [1, 2, 3].some((size) => digits.slice(0, size).repeat(LENGTH / size) === digits)

/** Whether a payment password of six digits is easy to guess: one digit, a run, a repeated group or a date such as a birthday. */
export const isWeakPayPassword = (digits: string): boolean =>
  /^\d{6}$/.test(digits) && (isRun(digits) || isRepetition(digits) || isDate(digits))
