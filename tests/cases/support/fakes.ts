import type { FunctionEnv } from '../../../src/engine/language/expressions/functionEnv.ts'

/** Fake ports of the functions: they return text that shows the request. */
export const fakes: Omit<FunctionEnv, 'live'> = {
  text: (key, args) => (args === undefined ? key : `${key}${JSON.stringify(args)}`),
  format: {
    money: (value, currency, { round, signed } = {}) =>
      ['money', value, currency, round, signed ? 'signed' : undefined].filter((word) => word !== undefined).join(' '),
    price: (value, precision) => `price ${value}${precision === undefined ? '' : ` ${precision}`}`,
    percent: (value, { signed, rate } = {}) =>
      ['percent', value, signed && 'signed', rate === false && 'two decimals'].filter(Boolean).join(' '),
    quantity: (value) => `quantity ${value}`,
    number: (value) => `number ${value}`,
    compact: (value) => `compact ${value}`,
    dateTime: (unix) => `dateTime ${unix}`,
    date: (unix) => `date ${unix}`,
    time: (unix) => `time ${unix}`,
    ago: (unix) => `ago ${unix}`,
    startOfDay: (day) => Date.parse(day) / 1000,
    endOfDay: (day) => Date.parse(day) / 1000 + 86_399,
    country: (code) => `country ${code}`,
    language: (code) => `language ${code}`,
  },
}
