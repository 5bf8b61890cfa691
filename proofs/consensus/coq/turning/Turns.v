(* If the work that attention does is the slope of a function of the state, then its scores are a multiple
   of its values, which are symmetric. The work of one turn around a great circle is 0: what has a rate of
   one sign and comes back to its value has the rate 0. No integral is needed. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves States.
Open Scope R_scope.

Lemma full_turn (g dg : R -> R) T : (forall t, is_derive g t (dg t)) -> (forall t, 0 <= dg t) -> g T = g 0 ->
  forall t, 0 <= t < T -> dg t = 0.
Proof.
  intros D P E t Ht. destruct (P t) as [Pos|Z]; [exfalso|auto].
  assert (Up : forall a b, a <= b -> g a <= g b).
  { intros a b H. assert (G := growth g dg 0 a b H). assert (0 * (b - a) <= g b - g a); [|lra].
    apply G; intros; auto. }
  destruct (gets_larger g t (dg t) (D t) Pos) as [d [Dp H]].
  set (s := t + Rmin (d / 2) (T - t)). assert (M : 0 < Rmin (d / 2) (T - t)) by (apply Rmin_glb_lt; lra).
  assert (M1 := Rmin_l (d / 2) (T - t)). assert (M2 := Rmin_r (d / 2) (T - t)).
  specialize (H s ltac:(unfold s; lra)). assert (A := Up 0 t ltac:(lra)).
  assert (B := Up s T ltac:(unfold s; lra)). lra.
Qed.

(* An alternating form that vanishes on orthonormal pairs vanishes. *)
Lemma alternating {S : inner_product_space} (B : S -> S -> R) :
  (forall x y z, B (vadd x y) z = B x z + B y z) -> (forall c x z, B (vscale c x) z = c * B x z) ->
  (forall x y, B y x = - B x y) ->
  (forall y z, inner y y = 1 -> inner z z = 1 -> inner y z = 0 -> B y z = 0) -> forall y z, B y z = 0.
Proof.
  intros Add Scale Alt Pairs y z.
  assert (Self : forall x, B x x = 0) by (intro x; assert (H := Alt x x); lra).
  assert (Unit : forall x : S, x <> vzero -> exists u c, inner u u = 1 /\ x = vscale c u).
  { intros x N. assert (P : 0 < vnorm x).
    { destruct (vnorm_nonneg x) as [|E]; auto. exfalso. apply N, inner_definite.
      rewrite <- vnorm_square, <- E. ring. }
    exists (vscale (/ vnorm x) x), (vnorm x). split.
    - rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra.
    - rewrite vscale_vscale, Rinv_r by lra. symmetry. apply vscale_one. }
  assert (Null : forall v x : S, inner x x = 0 -> B x v = 0).
  { intros v x E. apply inner_definite in E. rewrite E, <- (vscale_zero x), Scale. ring. }
  destruct (Req_dec (inner y y) 0) as [Ey|Ny]; [apply Null; auto|].
  destruct (Unit y) as [u [c [U ->]]]; [intro E; apply Ny; rewrite E; apply inner_zero_l|].
  rewrite Scale. replace (B u z) with 0; [ring|].
  set (r := vadd z (vscale (- inner u z) u)).
  assert (Ez : B u z = B u r).
  { unfold r. rewrite (Alt z u), (Alt (vadd z (vscale (- inner u z) u)) u), Add, Scale, Self. ring. }
  assert (O : inner u r = 0) by (unfold r; rewrite inner_add_r, inner_scale_r, U; ring).
  rewrite Ez. destruct (Req_dec (inner r r) 0) as [Er|Nr]; [rewrite (Alt r u), Null by auto; ring|].
  destruct (Unit r) as [w [d [W E]]]; [intro E; apply Nr; rewrite E; apply inner_zero_l|].
  rewrite E in *. rewrite inner_scale_r in O. apply Rmult_integral in O. destruct O as [->|O].
  - exfalso. apply Nr. rewrite inner_scale_l. ring.
  - rewrite (Alt (vscale d w) u), Scale, (Alt u w), (Pairs u w U W O). ring.
Qed.

Section Circle.
Context {S : inner_product_space} (y z : S).
Definition circle t : S := vadd (vscale (cos t) y) (vscale (sin t) z).
Definition circle' t : S := vadd (vscale (- sin t) y) (vscale (cos t) z).
Lemma circle_moves t : is_vderive circle t (circle' t).
Proof.
  eapply vderive_eq.
  - apply (vderive_add (fun t => vscale (cos t) y) (fun t => vscale (sin t) z)).
    + apply (vderive_scale cos (fun _ => y)); [apply (derive_cos (fun t => t)), derive_id | apply
      vderive_const].
    + apply (vderive_scale sin (fun _ => z)); [apply (derive_sin (fun t => t)), derive_id | apply
      vderive_const].
  - apply inner_ext. intro q. unfold circle'.
    repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_zero_l). ring.
Qed.
Lemma circle_unit t : inner y y = 1 -> inner z z = 1 -> inner y z = 0 -> inner (circle t) (circle t) = 1.
Proof.
  intros Y Z O. unfold circle. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
    (inner_sym _ z y),
    Y, Z, O. assert (H := sin2_cos2 t). unfold Rsqr in H. lra.
Qed.
Lemma circle_closed : circle (2 * PI) = circle 0.
Proof. unfold circle. rewrite cos_2PI, sin_2PI, cos_0, sin_0. reflexivity. Qed.
End Circle.

Section Work.
Context {X : inner_product_space} {Token : Type} (tokens : list Token) (p : X -> X -> R) (U : X -> X)
  (f : (Token -> X) -> R).
Hypothesis ET : enumerates tokens.
Hypothesis Pal : forall x y z, p (vadd x y) z = p x z + p y z.
Hypothesis Psl : forall c x z, p (vscale c x) z = c * p x z.
Hypothesis Par : forall x y z, p z (vadd x y) = p z x + p z y.
Hypothesis Psr : forall c x z, p z (vscale c x) = c * p z x.
Hypothesis Ua : forall x y, U (vadd x y) = vadd (U x) (U y).
Hypothesis Us : forall c x, U (vscale c x) = vscale c (U x).
Let a x y := inner x (U y).
Hypothesis Slope : forall y v : R -> Token -> X, (forall t i, inner (y t i) (y t i) = 1) ->
  (forall t i, is_vderive (fun t => y t i) t (v t i)) -> forall t, is_derive (fun t => f (y t)) t
    (total tokens (fun i => total tokens (fun j => exp (p (y t i) (y t j)) * a (v t i) (y t j)))).
Let n := size tokens.
Lemma aal x y z : a (vadd x y) z = a x z + a y z. Proof. apply inner_add_l. Qed.
Lemma asl c x z : a (vscale c x) z = c * a x z. Proof. apply inner_scale_l. Qed.

(* All tokens together on a circle. *)
Section Together.
Context (y z : X).
Hypothesis Y : inner y y = 1.
Hypothesis Z : inner z z = 1.
Hypothesis O : inner y z = 0.
Let c := circle y z.
Let c' := circle' y z.
Let own t := exp (p (c t) (c t)) * a (c' t) (c t).
Lemma together t : is_derive (fun t => f (fun _ => c t)) t (n * n * own t).
Proof.
  eapply derive_eq; [apply (Slope (fun t _ => c t) (fun t _ => c' t))|].
  - intros s _. apply circle_unit; auto.
  - intros s _. apply circle_moves.
  - unfold n, size. rewrite Rmult_assoc, <- total_scale_r. apply total_ext. intro i.
    rewrite <- total_scale_r, Rmult_1_l. apply total_ext. intro j. unfold own. ring.
Qed.

(* Two tokens have places of their own, the others are at o; the first one moves. *)
Context (i0 j0 : Token).
Hypothesis Differ : i0 <> j0.
Definition placed (x b o : X) k : X :=
  vadd (vscale (equal i0 k) x) (vadd (vscale (equal j0 k) b) (vscale (1 - equal i0 k - equal j0 k) o)).
Lemma placed_cases x b o k : (equal i0 k = 1 /\ equal j0 k = 0 /\ placed x b o k = x) \/
  (equal i0 k = 0 /\ equal j0 k = 1 /\ placed x b o k = b) \/
  (equal i0 k = 0 /\ equal j0 k = 0 /\ placed x b o k = o).
Proof.
  assert (No : equal i0 k = 1 -> equal j0 k = 1 -> False).
  { intros E1 E2. unfold equal in E1, E2.
    destruct (ClassicalDedekindReals.sig_not_dec (i0 = k)) as [H1|]; [|lra].
    destruct (ClassicalDedekindReals.sig_not_dec (j0 = k)) as [H2|]; [|lra].
    apply H1. intro A. apply H2. intro B. apply Differ. rewrite A, B. reflexivity. }
  unfold placed. destruct (equal_cases i0 k) as [E1|E1], (equal_cases j0 k) as [E2|E2]; rewrite E1, E2;
    [right; right | right; left | left | exfalso; auto]; (split; [reflexivity|]; split; [reflexivity|]);
    apply inner_ext; intro q; repeat (rewrite inner_add_l || rewrite inner_scale_l); ring.
Qed.
Lemma placed_total (g : X -> R) x b o : total tokens (fun k => g (placed x b o k)) = g x + g b + (n - 2) *
  g o.
Proof.
  assert (K := @equal_kronecker Token).
  transitivity (total tokens (fun k => equal i0 k * g x) + (total tokens (fun k => equal j0 k * g b) +
    (total tokens (fun k => 1 * g o) + (-1 * total tokens (fun k => equal i0 k * g o)
      + -1 * total tokens (fun k => equal j0 k * g o))))).
  - rewrite <- !total_scale, <- !total_add. apply total_ext. intro k.
    destruct (placed_cases x b o k) as [[E1 [E2 ->]]|[[E1 [E2 ->]]|[E1 [E2 ->]]]]; rewrite E1, E2; ring.
  - rewrite (kronecker_total tokens equal i0 (fun _ => g x)), (kronecker_total tokens equal j0 (fun _ => g
    b)),
      (kronecker_total tokens equal i0 (fun _ => g o)), (kronecker_total tokens equal j0 (fun _ => g o)) by
        auto.
    rewrite total_scale_r. fold (size tokens). fold n. ring.
Qed.
Lemma first_moves b o t : inner b b = 1 -> inner o o = 1 -> is_derive (fun t => f (placed (c t) b o)) t
  (own t + exp (p (c t) b) * a (c' t) b + (n - 2) * (exp (p (c t) o) * a (c' t) o)).
Proof.
  intros B Oo. eapply derive_eq.
  - apply (Slope (fun t => placed (c t) b o) (fun t k => vscale (equal i0 k) (c' t))).
    + intros s k. destruct (placed_cases (c s) b o k) as [[_ [_ ->]]|[[_ [_ ->]]|[_ [_ ->]]]]; auto.
      apply circle_unit; auto.
    + intros s k. eapply vderive_eq.
      * apply (vderive_add (fun s => vscale (equal i0 k) (c s))
          (fun _ => vadd (vscale (equal j0 k) b) (vscale (1 - equal i0 k - equal j0 k) o)));
          [|apply vderive_const].
        apply (vderive_scale (fun _ => equal i0 k) c); [apply derive_const | apply circle_moves].
      * apply inner_ext. intro q.
        repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_zero_l). fold (c' s). ring.
  - transitivity (total tokens (fun k => equal i0 k * total tokens (fun j =>
      exp (p (c t) (placed (c t) b o j)) * a (c' t) (placed (c t) b o j)))).
    + apply total_ext. intro k. rewrite <- total_scale. apply total_ext. intro j.
      destruct (placed_cases (c t) b o k) as [[E1 [_ ->]]|[[E1 [_ ->]]|[E1 [_ ->]]]]; rewrite asl, E1; ring.
    + rewrite (kronecker_total tokens equal i0 (fun _ => total tokens (fun j =>
        exp (p (c t) (placed (c t) b o j)) * a (c' t) (placed (c t) b o j)))) by auto using equal_kronecker.
      apply (placed_total (fun w => exp (p (c t) w) * a (c' t) w)).
Qed.

(* So the work on one token of another one that waits at x is that of a function, too. *)
Hypothesis Two : 2 <= n.
Lemma parallel_pair x : inner x x = 1 -> p y x * a z x = p z x * a y x.
Proof.
  intro Xu. set (al := p y x). set (be := p z x). set (s := a y x). set (r := a z x).
  set (C := al * r - be * s). set (M := al * al + be * be). set (N := al * s + be * r).
  set (u := fun t => cos t * al + sin t * be). set (du := fun t => - sin t * al + cos t * be).
  set (w := fun t => - sin t * s + cos t * r).
  assert (Pu : forall t, p (c t) x = u t) by (intro; unfold c, circle, u; rewrite Pal, !Psl; reflexivity).
  assert (Aw : forall t, a (c' t) x = w t) by (intro; unfold c', circle', w; rewrite aal, !asl; reflexivity).
  set (D := fun t => f (placed (c t) x x) + - (/ (n * n)) * f (fun _ => c t)).
  assert (DD : forall t, is_derive D t ((n - 1) * (exp (u t) * w t))).
  { intro t. eapply derive_eq.
    - apply (derive_plus (fun t => f (placed (c t) x x)) (fun t => - (/ (n * n)) * f (fun _ => c t))).
      + apply (first_moves x x); auto.
      + apply (derive_mult (fun _ => - (/ (n * n))) (fun t => f (fun _ => c t))); [apply derive_const |
        apply together].
    - cbv beta. rewrite Pu, Aw. field. lra. }
  assert (Ddu : forall t, is_derive u t (du t)).
  { intro t. eapply derive_eq.
    - apply (derive_plus (fun t => cos t * al) (fun t => sin t * be)).
      + apply (derive_mult cos (fun _ => al)); [apply (derive_cos (fun t => t)), derive_id | apply
        derive_const].
      + apply (derive_mult sin (fun _ => be)); [apply (derive_sin (fun t => t)), derive_id | apply
        derive_const].
    - unfold du. ring. }
  assert (Dddu : forall t, is_derive du t (- u t)).
  { intro t. eapply derive_eq.
    - apply (derive_plus (fun t => - sin t * al) (fun t => cos t * be)).
      + apply (derive_mult (fun t => - sin t) (fun _ => al)); [|apply derive_const].
        apply (derive_opp sin), (derive_sin (fun t => t)), derive_id.
      + apply (derive_mult cos (fun _ => be)); [apply (derive_cos (fun t => t)), derive_id | apply
        derive_const].
    - unfold u. ring. }
  set (G := fun t => C * (M * / (n - 1) * D t + (- N * exp (u t) + C * (exp (u t) * du t)))).
  assert (DG : forall t, is_derive G t (C * C * (exp (u t) * (du t * du t)))).
  { intro t. eapply derive_eq.
    - apply (derive_mult (fun _ => C) (fun t => M * / (n - 1) * D t + (- N * exp (u t) + C * (exp (u t) *
      du t))));
        [apply derive_const|].
      apply (derive_plus (fun t => M * / (n - 1) * D t) (fun t => - N * exp (u t) + C * (exp (u t) * du t))).
      + apply (derive_mult (fun _ => M * / (n - 1)) D); [apply derive_const | apply DD].
      + apply (derive_plus (fun t => - N * exp (u t)) (fun t => C * (exp (u t) * du t))).
        * apply (derive_mult (fun _ => - N) (fun t => exp (u t))); [apply derive_const | apply derive_exp,
          Ddu].
        * apply (derive_mult (fun _ => C) (fun t => exp (u t) * du t)); [apply derive_const|].
          apply (derive_mult (fun t => exp (u t)) du); [apply derive_exp, Ddu | apply Dddu].
    - cbv beta. assert (Pyth := sin2_cos2 t). unfold Rsqr in Pyth.
      assert (Key : M * w t = N * du t + C * u t).
      { unfold M, N, C, w, du, u. ring. }
      replace (M * / (n - 1) * ((n - 1) * (exp (u t) * w t))) with (exp (u t) * (M * w t)) by (field; lra).
      rewrite Key. ring. }
  assert (Closed : G (2 * PI) = G 0).
  { unfold G, D, u, du. rewrite (circle_closed y z : c (2 * PI) = c 0), cos_2PI, sin_2PI, cos_0, sin_0.
    reflexivity. }
  assert (Pos : forall t, 0 <= C * C * (exp (u t) * (du t * du t))).
  { intro t. apply Rmult_le_pos; [apply Rle_0_sqr|]. apply Rmult_le_pos; [left; apply exp_pos | apply
    Rle_0_sqr]. }
  assert (Zero : forall t, 0 <= t < 2 * PI -> C * C * (du t * du t) = 0).
  { intros t Ht. assert (H := full_turn G _ _ DG Pos Closed t Ht). cbv beta in H.
    apply Rmult_eq_reg_l with (exp (u t)); [|apply Rgt_not_eq, exp_pos]. rewrite Rmult_0_r, <- H. ring. }
  assert (PP := PI_RGT_0). assert (Z0 := Zero 0 ltac:(lra)). assert (Z1 := Zero (PI / 2) ltac:(lra)).
  unfold du in Z0, Z1. rewrite sin_0, cos_0 in Z0. rewrite sin_PI2, cos_PI2 in Z1.
  assert (C0 : C = 0).
  { destruct (Req_dec C 0) as [|Nz]; [auto|exfalso]. assert (Q : 0 < C * C) by (apply Rsqr_pos_lt; auto).
    assert (B0 : be * be = 0).
    { apply Rmult_eq_reg_l with (C * C); [|apply Rgt_not_eq; exact Q]. rewrite Rmult_0_r, <- Z0. ring. }
    assert (A0 : al * al = 0).
    { apply Rmult_eq_reg_l with (C * C); [|apply Rgt_not_eq; exact Q]. rewrite Rmult_0_r, <- Z1. ring. }
    apply Nz. unfold C. apply Rmult_integral in B0. apply Rmult_integral in A0.
    destruct B0 as [-> | ->], A0 as [-> | ->]; ring. }
  change (al * r = be * s). apply Rminus_diag_uniq. exact C0.
Qed.
End Together.
End Work.
