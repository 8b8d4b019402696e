import type { Handler } from '../api/handler.ts'
import { projectEntity } from '../interest/projects.ts'

const handler: Handler<'project'> = (_, { lang, context: { operator } }) => ({ rows: operator.server.projects.map((project) => projectEntity(operator, project, lang)) })
export default handler
