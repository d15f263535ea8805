// SPDX-License-Identifier: GPL-2.0-only
// What Rust adds: variants with and without niche, tuples, slices, lifetimes.
#![no_std]

pub enum Shape {
    Empty,
    Round { radius: f32 },
    Square(u8, u64),
}

#[repr(u8)]
pub enum State {
    Idle,
    Busy = 7,
}

#[repr(C)]
pub union Word {
    pub bytes: [u8; 4],
    pub whole: u32,
}

pub struct Device<'a, T> {
    pub name: &'a str,
    pub shape: Shape,
    pub next: Option<&'a Device<'a, T>>,
    pub state: State,
    pub data: [(T, u16); 3],
    pub word: Word,
}

#[no_mangle]
pub fn area(device: &Device<u32>, dynamic: &dyn Fn(u8) -> u8) -> u32 {
    match device.shape {
        Shape::Square(a, _) => a as u32 + dynamic(1) as u32,
        _ => device.data[0].0,
    }
}
