"""A notification, as a program: some words over all that is below, without a frame and never with the keyboard.

Usage: notification_window.py X Y WIDTH HEIGHT WORDS. It writes a line to standard output once it shows.
"""

import sys
import tkinter


def main() -> None:
    x, y, width, height = map(int, sys.argv[1:5])
    window = tkinter.Tk(className="spyglass-test")
    window.overrideredirect(True)  # no window manager gives it the keyboard, or puts anything over it
    window.geometry(f"{width}x{height}+{x}+{y}")
    words = tkinter.Label(window, text=sys.argv[5], background="#f4f4f4", foreground="#101010")
    words.config(font=("Helvetica", -round(1.5 * width / len(sys.argv[5]))))
    words.pack(fill="both", expand=True)
    window.wait_visibility()
    window.update()
    sys.stdout.write("shown\n")
    sys.stdout.flush()
    window.mainloop()


main()
