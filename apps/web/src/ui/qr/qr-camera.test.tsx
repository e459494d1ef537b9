import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { QrCamera } from './qr-camera';

const getUserMedia = vi.fn<() => Promise<MediaStream>>();
const onCode = vi.fn();

/** A camera that can be taken away. */
function camera() {
  const track = Object.assign(new EventTarget(), { readyState: 'live', stop: vi.fn() });
  const stream = { getTracks: () => [track] } as unknown as MediaStream;
  const end = () =>
    act(() => {
      track.readyState = 'ended';
      track.dispatchEvent(new Event('ended'));
    });
  return { stream, end, track };
}

function look(visibility: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

const show = (onFailed?: () => void) =>
  renderApp(
    <QrCamera
      onCode={onCode}
      otherwise="Type the code instead."
      createDetector={() => Promise.resolve({ detect: () => Promise.resolve([{ rawValue: 'A-1' }]) })}
      onFailed={onFailed}
    />,
  );
const film = () => waitFor(() => expect(screen.getByLabelText('Camera')).toBeVisible());

beforeEach(() => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { mediaDevices: { getUserMedia } }));
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  getUserMedia.mockReset();
  onCode.mockReset();
});

describe('the camera', () => {
  it('that another app holds can be tried again', async () => {
    getUserMedia.mockRejectedValueOnce(new DOMException('', 'NotReadableError'));
    getUserMedia.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    getUserMedia.mockResolvedValueOnce(camera().stream);
    show();
    expect(await screen.findByText("Couldn't start the camera. Type the code instead.")).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^The camera is blocked/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await film();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await waitFor(() => expect(onCode).toHaveBeenCalledWith('A-1'));
  });

  it('that was taken away while the phone was locked is there again', async () => {
    const [first, second] = [camera(), camera()];
    getUserMedia.mockResolvedValueOnce(first.stream).mockResolvedValueOnce(second.stream);
    show();
    await film();
    look('hidden');
    first.end();
    expect(getUserMedia).toHaveBeenCalledTimes(1);
    look('visible');
    await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
    await film();
    expect(screen.getByLabelText<HTMLVideoElement>('Camera').srcObject).toBe(second.stream);
    // One that goes on is not asked for again.
    look('hidden');
    look('visible');
    expect(getUserMedia).toHaveBeenCalledTimes(2);
  });

  it('that is taken away in use says so, instead of showing its last picture', async () => {
    const [first, second] = [camera(), camera()];
    getUserMedia.mockResolvedValueOnce(first.stream).mockResolvedValueOnce(second.stream);
    show();
    await film();
    first.end();
    expect(screen.getByText('The camera was interrupted. Type the code instead.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await film();
  });

  it('leaves trying again to the caller that is told that it failed', async () => {
    getUserMedia.mockRejectedValue(new DOMException('', 'NotFoundError'));
    const onFailed = vi.fn();
    show(onFailed);
    expect(await screen.findByText(/^This device has no camera/)).toBeVisible();
    expect(onFailed).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('is released when it is not shown any more', async () => {
    const { stream, track } = camera();
    getUserMedia.mockResolvedValueOnce(stream);
    show();
    await film();
    cleanup();
    expect(track.stop).toHaveBeenCalled();
    look('visible');
    expect(getUserMedia).toHaveBeenCalledTimes(1);
  });
});
