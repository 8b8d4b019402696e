import type { Handler } from '../../api/handler.ts'
import { citiesIn } from '../../content/cities.ts'

const handler: Handler<'set/cities'> = (_, { lang }) => ({ rows: citiesIn(lang) })
export default handler
