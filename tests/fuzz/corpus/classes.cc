// SPDX-License-Identifier: GPL-2.0-only
/* What C++ adds: bases, namespaces, templates, references, static members. */
namespace net {
class device {
public:
	virtual int open();
	static int count;
private:
	int &users;
	bool up : 1;
};

template <typename T, int N> struct ring {
	T slots[N];
	unsigned head;
	enum class mode : unsigned char { off, on } how;
};

struct bridge : device, virtual ring<int, 4> {
	ring<device *, 2> ports;
	int device::*member;
	int (bridge::*method)(char) const;
	bridge(bridge &&);
	struct inner { long x; } in;
	union { int a; float b; };
};
}

int net::device::open()
{
	return count;
}

int net::device::count;
net::bridge *b;
net::ring<net::bridge::inner, 3> rings;
