/** The state of a product in a page, its calls and its live connection. */
export { createClient, type Client } from './state/client/client.ts'
export { ClientProvider, useClient } from './state/client/context.ts'
export { useFormat, useLanguage, useText, useTextOf } from './state/language.ts'
export { useSession } from './state/session.ts'
export { createApi, type Api, type ApiPorts } from './transport/api.ts'
export { createLive, type Live, type LivePorts } from './transport/live.ts'
export { createCatalogue, type Catalogue, type CataloguePorts } from './catalogue/catalogue.ts'
