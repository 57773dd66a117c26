import { describeRequests } from './test-requests'

describeRequests(1000)
