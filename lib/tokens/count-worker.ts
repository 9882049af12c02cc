import { answerRequests } from '../worker-thread.ts'
import { countBoth } from './count-both.ts'

answerRequests(countBoth)
