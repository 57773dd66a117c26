import { setQueueKey } from './queue-key'

// Facts that a test queues are signed, until it opens the service, which has a key of its own.
setQueueKey(new Uint8Array(32).fill(1))
