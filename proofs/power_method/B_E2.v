(* B-E2: tokens that agree go through layers as one vector through a product of matrices. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn RowHeads OjaMap.
Open Scope R_scope.

Definition direction {S : inner_product_space} (y : S) : S := vscale (/ vnorm y) y.
Lemma direction_scale {S : inner_product_space} c (y : S) : 0 < c -> direction (vscale c y) = direction y.
Proof. apply normalised_scale. Qed.
Lemma norm_of_zero {S : inner_product_space} : vnorm (@vzero S) = 0.
Proof. unfold vnorm. rewrite inner_zero_l. apply sqrt_0. Qed.

Section Steps.
Context {S : inner_product_space} {Head Mode : Type} (heads : list Head) (modes : list Mode)
  (r w : Head -> Mode -> S).
Let F := row_matrix heads modes r w.
(* A step from what was normalised before. *)
Lemma after_direction z : vnorm z <> 0 ->
  vadd (direction z) (F (direction z)) = vscale (/ vnorm z) (vadd z (F z)).
Proof.
  intro N. unfold direction, F. rewrite row_matrix_scale. symmetry. apply vscale_vadd.
Qed.
Lemma inverse_norm (z : S) : vnorm z <> 0 -> 0 < / vnorm z.
Proof. intro N. assert (P := vnorm_nonneg z). apply Rinv_0_lt_compat. lra. Qed.
Lemma step_of_zero z : vnorm z = 0 -> vadd z (F z) = vzero.
Proof.
  intro N. assert (Z : z = vscale 0 z).
  { rewrite vscale_zero. apply inner_definite. rewrite <- vnorm_square, N. ring. }
  rewrite Z. unfold F. rewrite row_matrix_scale, !vscale_zero. apply vadd_zero.
Qed.
End Steps.

Section Layers.
Context {S : inner_product_space} {Token Head Mode : Type} (tokens : list Token) (heads : list Head) (modes : list Mode)
  (e : S) (r w : Head -> Mode -> S).
Let F := row_matrix heads modes r w.
Hypothesis T : enumerates tokens.
Lemma two_layers r2 w2 A B : (forall a i, total tokens (fun j => A a i j) = 1) -> (forall a i, total tokens (fun j => B a i j) = 1) ->
  let u := vadd e (F e) in let p := vadd u (row_matrix heads modes r2 w2 u) in
  let m i := vadd e (vtotal heads (fun a => row_head modes r w a (vtotal tokens (fun j => vscale (A a i j) e)))) in
  let b i := direction (m i) in
  let c i := vadd (b i) (vtotal heads (fun a => row_head modes r2 w2 a (vtotal tokens (fun j => vscale (B a i j) (b j))))) in
  vnorm u <> 0 /\ vnorm p <> 0 -> forall i : Token, vnorm (c i) <> 0 /\ vnorm (m i) <> 0 /\
    (Head -> Mode -> forall j, vnorm (m j) <> 0) /\ vnorm p <> 0 /\ direction (c i) = direction p.
Proof.
  intros One OneB u p m b c [Some SomeProduct] i.
  assert (M : forall j, m j = u).
  { intro j. unfold m, u. f_equal.
    exact (heads_on_equal tokens heads modes r w (fun a => A a j) (fun _ => e) e (fun a => One a j) (fun _ => eq_refl)). }
  assert (C : c i = vscale (/ vnorm u) p).
  { unfold c. rewrite (heads_on_equal tokens heads modes r2 w2 (fun a => B a i) b (direction u) (fun a => OneB a i)) by
      (intro j; unfold b; rewrite M; reflexivity).
    unfold b. rewrite M. apply (after_direction heads modes r2 w2 u Some). }
  assert (P := inverse_norm u Some).
  split; [|split; [|split; [|split]]]; try (intros _ _ j); try rewrite M; try exact Some; [| exact SomeProduct |].
  + rewrite C, vnorm_scale, Rabs_right by lra. apply Rmult_integral_contrapositive. split; [lra | exact SomeProduct].
  + rewrite C. apply direction_scale, P.
Qed.
Variables (f g : Head -> Mode -> S) (x : nat -> Token -> S) (mu : R).
Hypotheses (Unit : inner e e = 1)
  (Law : forall k i, x (Datatypes.S k) i = direction (vadd (x k i) (row_pull tokens heads modes f g r w (x k) i))).
Let Next k v i : (forall j, x k j = v) -> x (Datatypes.S k) i = direction (vadd v (F v)).
Proof. intro Same. rewrite Law, (row_pull_on_equal tokens heads modes f g r w (x k) v i T Same), Same. reflexivity. Qed.
Lemma powers : (forall i, x O i = e) -> forall u, (forall k i, u (Datatypes.S k) i = vadd (u k i) (F (u k i))) ->
  (forall i, u O i = e) -> forall k i, vnorm (u k i) <> 0 -> vnorm (u k i) <> 0 /\ x k i = direction (u k i).
Proof.
  intros Agree u Step Start.
  assert (Same : forall k i, exists v, (forall j, u k j = v) /\ (vnorm v <> 0 -> x k i = direction v) /\
    forall l, x k l = x k i).
  { induction k as [|k IH]; intro i.
    - exists e. split; [exact Start|]. split; [|intro l; rewrite !Agree; reflexivity].
      intros _. rewrite Agree. unfold direction. rewrite (unit_norm e Unit), Rinv_1, vscale_one. reflexivity.
    - destruct (IH i) as [v [U [X All]]]. exists (vadd v (F v)).
      split; [|split].
      + intro j. rewrite Step, U. reflexivity.
      + intro N. assert (V : vnorm v <> 0).
        { intro Z. apply N. rewrite (step_of_zero heads modes r w v Z : vadd v (F v) = vzero). apply norm_of_zero. }
        rewrite (Next k (direction v) i) by (intro j; rewrite All; exact (X V)).
        rewrite (after_direction heads modes r w v V : vadd (direction v) (F (direction v)) = _).
        apply direction_scale, inverse_norm, V.
      + intro l. rewrite (Next k (x k i) l All), (Next k (x k i) i All). reflexivity. }
  intros k i N. destruct (Same k i) as [v [U [X _]]]. split; [exact N|].
  change (vnorm (u k i) <> 0) in N. change (x k i = direction (u k i)). rewrite U in N |- *. exact (X N).
Qed.
Lemma one_line : (forall i, x O i = e) /\ F e = vscale mu e ->
  (-1 < mu -> forall k i, x k i = e) /\ (mu < -1 -> forall k i, x k i = e \/ x k i = vscale (-1) e).
Proof.
  intros [Agree Eigen].
  assert (Image : forall s, vadd (vscale s e) (F (vscale s e)) = vscale (s * (1 + mu)) e).
  { intro s. unfold F. rewrite row_matrix_scale. fold F. rewrite Eigen.
    apply inner_ext. intro z. inners. ring. }
  assert (One : vnorm e = 1) by exact (unit_norm e Unit).
  assert (Turn : forall s, s * (1 + mu) <> 0 -> direction (vscale (s * (1 + mu)) e) = vscale (s * (1 + mu) / Rabs (s * (1 + mu))) e).
  { intros s N. unfold direction. rewrite vnorm_scale, One, vscale_vscale. f_equal. field.
    apply Rabs_no_R0, N. }
  split; intro Side.
  + intro k. induction k as [|k IH]; intro i; [apply Agree|].
    rewrite (Next k e i IH). assert (I := Image 1). rewrite vscale_one in I. rewrite I, Turn by lra.
    rewrite Rabs_right by lra. replace (1 * (1 + mu) / (1 * (1 + mu))) with 1 by (field; lra). apply vscale_one.
  + assert (Sides : forall k, (forall i, x k i = vscale 1 e) \/ (forall i, x k i = vscale (-1) e)).
    { induction k as [|k [IH|IH]]; [left; intro i; rewrite vscale_one; apply Agree| |].
      - right. intro i. rewrite (Next k _ i IH), Image, Turn by lra. rewrite Rabs_left by lra. f_equal. field. lra.
      - left. intro i. rewrite (Next k _ i IH), Image, Turn by lra. rewrite Rabs_right by lra. f_equal. field. lra. }
    intros k i. destruct (Sides k) as [H|H]; [left | right]; rewrite H; [apply vscale_one | reflexivity].
Qed.
End Layers.
