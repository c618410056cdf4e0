import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { Button, type ButtonProps } from 'antd';
import { Can } from '../shell/Can.tsx';

/** A button for what an endpoint does; without its permission it is not there. */
export const CallButton = ({ call, ...props }: ButtonProps & { call: Pick<Endpoint, 'permission'> }) => (
  <Can call={call}>
    <Button {...props} />
  </Can>
);
