import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { identityHeaders } from '../http/client.ts';
import { page } from '../http/connection.ts';
import { queryString } from '../http/query.ts';
import { readKey } from './useRead.ts';

async function fetchPicture(endpoint: Endpoint, id: string, signal: AbortSignal): Promise<Blob> {
  const asked = `${page.baseAddress()}${endpoint.path}${queryString({ id })}`;
  const response = await fetch(asked, { headers: identityHeaders(page), credentials: 'omit', signal });
  if (!response.ok) throw new Error(`${endpoint.name} answered ${response.status} for ${id}`);
  return response.blob();
}

/**
 * The URL of a picture that requires a session. The token is sent in a header, which `src` cannot do, so the bytes are fetched
 * and shown from memory.
 */
export function usePicture(endpoint: Endpoint, id: string): { address: string | undefined; isError: boolean } {
  const { data, isError } = useQuery({
    queryKey: readKey(endpoint, { id }),
    queryFn: ({ signal }) => fetchPicture(endpoint, id, signal),
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { address, isError };
}
