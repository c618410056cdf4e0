import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import { bindList, type Route } from '../../../framework/domain.ts';
import { eventDataset } from './eventList.ts';

export const historyRoutes: readonly Route[] = [bindList(listCardEvents, eventDataset)];
