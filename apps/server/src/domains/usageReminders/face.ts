// What other rooms may use of usage reminders.

export { noticeDoor, type Told } from './sending/noticeDoor.ts';
