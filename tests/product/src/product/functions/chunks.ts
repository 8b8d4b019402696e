export const common = () => import('./index.ts')

export const separate = {}
