import { route } from '@/lib/http/route'
import { openapiDocument } from '@/lib/schemas/openapi'
import { ENDPOINTS } from '@/lib/schemas/openapi-endpoints'
import { version } from '@/package.json'

export const GET = route({}, () => openapiDocument(ENDPOINTS, version))
