import type { Handler } from '../api/handler.ts'
import { areaCodes } from '../identity/areaCodes.ts'

const handler: Handler<'getareacode'> = (_, { lang, context: { operator } }) => ({
  rows: areaCodes(lang).map((row) => ({ ...row, restricted: operator.app.restrictedCountries.includes(row.country) })),
})
export default handler
