import type { Calls } from '../../../../generated/calls.ts'

export type Agreement = Calls['user/agreements']['data']['documents'][number]
export type AgreedDocument = Agreement['document']

/** Documents of a registration. They have one version: `termsVersion` of the operator's file. */
export const REGISTRATION_DOCUMENTS = ['terms', 'risk', 'privacy'] as const satisfies readonly AgreedDocument[]

/** Documents that an order of a product agrees to. Their versions are in the content. */
export type ProductDocument = Exclude<AgreedDocument, (typeof REGISTRATION_DOCUMENTS)[number]>
