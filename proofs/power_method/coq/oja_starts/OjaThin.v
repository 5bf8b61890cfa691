(* Starts that stay near a state at rest that the Oja map leaves are told apart by one number less than there are
   dimensions, for the difference of two of them has a form that is not positive. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves NullSets Frechet Drawn States Families Exchange Outward
  OjaEnergy OjaMap OjaConsensus OjaChords LeavingStarts ToldInCones.
Open Scope R_scope.

Lemma total_pairs {I K} (T : list I) (B : list K) (f : I * K -> R) :
  total (list_prod T B) f = total T (fun i => total B (fun j => f (i, j))).
Proof.
  induction T as [|i T IH]; simpl; [reflexivity|]. rewrite total_append, NullSets.total_map, IH. reflexivity.
Qed.

Section Thin.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau kappa : R) (B : list U).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Tpos : 0 < tau.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a.
Hypothesis Small : tau * kappa < 1.
Hypothesis Res : resolves B.
Hypothesis One : of_length_one B.
Let n0 := size_positive tokens ET.
Local Notation oja := (oja tokens V tau).
Local Notation mean := (OjaEnergy.mean tokens).
Local Notation pushed := (OjaEnergy.pushed tokens V tau).
Local Notation n := (size tokens).
Let Lst : lists tokens := proj2 (proj2 ET).
Let X := states U tokens Lst.
Let low := 1 - tau * kappa.
Context (p : Token -> U) (h : Token -> R).
Hypothesis P : on_spheres p.
Hypothesis Hpos : forall i, 0 < h i.
Hypothesis Rest : forall i, pushed p i = vscale (h i * h i) (p i).
(* The state is left along z, a tangent direction: the second variation of the energy is positive there. *)
Context (z : Token -> U).
Hypothesis Tangent : forall i, inner (p i) (z i) = 0.
Hypothesis Left : total tokens (fun i => h i * h i * inner (z i) (z i)) <
  total tokens (fun i => inner (z i) (z i)) + tau * n * inner (V (mean z)) (mean z).
Let J : X -> X := OjaChords.J tokens V tau ET p h.
Let Jsym : adjoint J J := J_symmetric tokens V tau ET Sym p h.
Let Jpos := J_nonneg tokens V tau kappa ET Tpos Kpos Norm Small p h.
Let hb := h_bounds tokens V tau kappa ET Tpos Kpos Norm Small p h P Hpos Rest.
Let lp := low_positive tau kappa Tpos Kpos Small.
Let one (i : Token) (v : U) : X := single U tokens Lst i v.
Let weighted (x y : Token -> U) : X := fun i => vscale (h i) (vsub (x i) (y i)).

Lemma outward_direction : exists e : X, inner e e = 1 /\ (forall i, inner (p i) (e i) = 0)
  /\ inner e e < inner (J e) e.
Proof.
  set (y := (fun i => vscale (h i) (z i)) : X).
  assert (Un : unweighted p h y = z).
  { apply FunctionalExtensionality.functional_extensionality. intro i. unfold unweighted, y, off.
    assert (H := Hpos i). assert (Q := Tangent i). apply inner_ext. intro q. unfold vsub.
    repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_scale_r). rewrite Q. field. lra. }
  assert (F := J_form tokens V tau ET p h y y). rewrite Un in F. fold J in F.
  assert (Y : inner y y = total tokens (fun i => h i * h i * inner (z i) (z i))).
  { apply total_ext. intro i. unfold y. rewrite inner_scale_l, inner_scale_r. ring. }
  rewrite <- Y, <- F in Left. clear F Y.
  assert (Yp : 0 < inner y y).
  { destruct (inner_nonneg X y) as [G|E]; [exact G|]. exfalso. symmetry in E. assert (D := inner_definite X y E).
    rewrite D, (adjoint_zero J J Jsym), !inner_zero_l in Left. lra. }
  assert (Np : 0 < vnorm y) by (apply sqrt_lt_R0, Yp). assert (Sq := vnorm_square y).
  exists (vscale (/ vnorm y) y).
  assert (E1 : inner (vscale (/ vnorm y) y) (vscale (/ vnorm y) y) = 1).
  { rewrite inner_scale_l, inner_scale_r, <- Sq. field. lra. }
  split; [exact E1|]. split.
  - intro i. change (inner (p i) (vscale (/ vnorm y) (vscale (h i) (z i))) = 0).
    rewrite !inner_scale_r, Tangent. ring.
  - rewrite E1, (adjoint_scale J J Jsym), inner_scale_l, inner_scale_r.
    apply Rmult_lt_reg_l with (inner y y); [exact Yp|].
    rewrite Rmult_1_r. rewrite <- Sq at 2. replace (vnorm y * vnorm y * (/ vnorm y * (/ vnorm y * inner (J y) y)))
      with (inner (J y) y) by (field; lra). exact Left.
Qed.
Theorem oja_thin : ~ ~ thin tokens B (length tokens * (length B - 1)) on_spheres oja p.
Proof.
  intro No. destruct outward_direction as [e [E1 [Et El]]].
  set (C := n * (2 * n / (low * low))).
  assert (C0 : 0 < C) by exact (C_positive tokens tau kappa ET Tpos Kpos Small).
  assert (Jb : forall x, vnorm (J x) <= C * vnorm x)
    by exact (J_bounded tokens V tau kappa ET Tpos Kpos Norm Small p h P Hpos Rest).
  apply (outward (state_basis tokens ET B) J C (state_basis_resolves tokens ET B Res)
    (state_basis_one tokens ET B One) Jsym Jpos (Rlt_le _ _ C0) Jb e E1 El).
  intros [s [k [S1 [K0 [F0 Out]]]]]. apply No. clear No.
  (* A basis of states that begins with e and the normals. *)
  set (normals := map (fun i => one i (p i)) tokens).
  assert (Across : forall f, In f normals -> inner e f = 0).
  { intros f I. apply in_map_iff in I. destruct I as [i [<- _]]. rewrite (inner_sym X). unfold one.
    rewrite (inner_single U tokens Lst ET). apply Et. }
  destruct (no_more_than_basis (state_basis tokens ET B) (state_basis_resolves tokens ET B Res)
    (state_basis_one tokens ET B One) (e :: normals)) as [B' [Len [Res' One']]].
  { intros f [<-|I]; [exact E1|]. apply in_map_iff in I. destruct I as [i [<- _]]. unfold one.
    rewrite (inner_single U tokens Lst ET). unfold single.
    rewrite inner_scale_r, (proj1 equal_kronecker), (P i). ring. }
  { constructor; [apply Forall_forall; exact Across | apply normals_across]. }
  rewrite state_basis_length in Len. cbn [length] in Len. unfold normals in Len. rewrite map_length in Len.
  (* How small the ball is. *)
  change (0 < inner (J e) e - s * inner e e) in F0. rewrite E1, Rmult_1_r in F0. set (Lam := cone_width J C s e).
  assert (Lam0 : 0 <= Lam).
  { apply cone_width_nonneg; auto; lra. }
  set (K := n * (n * (98 / (low * low * low)))).
  assert (L3 : 0 < low * low * low) by (repeat apply Rmult_lt_0_compat; apply lp).
  assert (Kp : 0 < K) by (unfold K; repeat apply Rmult_lt_0_compat; try lra; apply Rinv_0_lt_compat, L3).
  set (r := Rmin (Rmin (low / 4) (k / K)) (/ (2 * (Lam + 1)))).
  assert (R0 : 0 < r).
  { apply Rmin_glb_lt; [apply Rmin_glb_lt|].
    - assert (0 < low) by apply lp. lra.
    - apply Rdiv_lt_0_compat; auto.
    - apply Rinv_0_lt_compat. lra. }
  assert (R1 : r <= low / 4) by (eapply Rle_trans; [apply Rmin_l | apply Rmin_l]).
  assert (R2 : K * r <= k).
  { apply Rle_trans with (K * (k / K)); [|right; field; lra]. apply Rmult_le_compat_l; [lra|].
    eapply Rle_trans; [apply Rmin_l | apply Rmin_r]. }
  assert (R3 : (Lam + 1) * r <= 1 / 2).
  { apply Rle_trans with ((Lam + 1) * / (2 * (Lam + 1))); [|right; field; lra].
    apply Rmult_le_compat_l; [lra | apply Rmin_r]. }
  assert (Low := lp). fold low in Low.
  set (m := size B'). assert (M0 : 0 <= m) by (apply total_nonneg; intro; lra).
  exists r, (/ low * sqrt (2 * (Lam + 1) * m)), (map (fun (b : X) (k : Token * U) =>
    h (fst k) * inner (snd k) (b (fst k))) B').
  assert (IL : 0 < / low) by (apply Rinv_0_lt_compat; lra).
  split; [exact R0|]. split; [apply Rmult_le_pos; [lra | apply sqrt_pos]|].
  split.
  { rewrite map_length. destruct (length B) as [|q]; [rewrite Nat.mul_0_r in Len; discriminate|].
    replace (Datatypes.S q - 1)%nat with q by lia. rewrite Nat.mul_succ_r in Len. simpl in Len.
    assert (Q : forall N b : nat, (N * q + N = Datatypes.S (N + b))%nat -> b = (N * q - 1)%nat) by (intros; lia).
    exact (Q _ _ Len). }
  intros x y d [Xs Wx] [Ys Wy] D Forms.
  set (u := fun t => weighted (Nat.iter t oja x) (Nat.iter t oja y)).
  assert (Unit := iterates_unit tokens V tau kappa ET Tpos Kpos Norm Small).
  assert (Neg : inner (J (u O)) (u O) - s * inner (u O) (u O) <= 0).
  { apply (Out u (n * 4)).
    - intro t. apply (vnorm_states U tokens Lst); [lra|]. intro i. unfold u, weighted. rewrite vnorm_scale.
      assert (H := hb i). fold low in H. assert (G := vnorm_sub (Nat.iter t oja x i) (Nat.iter t oja y i)).
      rewrite (unit_norm _ (Unit x t Xs i)), (unit_norm _ (Unit y t Ys i)) in G.
      assert (Hi := Hpos i). rewrite Rabs_right by lra. replace 4 with (2 * 2) by ring.
      apply Rmult_le_compat; try lra. apply vnorm_nonneg.
    - intro t. eapply Rle_trans; [apply (chord_step tokens V tau kappa ET Sym Tpos Kpos Norm Small p h P Hpos Rest
        (Nat.iter t oja x) (Nat.iter t oja y) r); auto|]. fold low K.
      apply Rmult_le_compat_r; [apply vnorm_nonneg | exact R2]. }
  set (v := u O) in *.
  assert (Vn : vnorm v <= sqrt (2 * (Lam + 1) * m) * d).
  { apply (told_in_cone J C s e Jsym (Rlt_le _ _ C0) Jb (Rlt_le _ _ (Rlt_trans _ _ _ Rlt_0_1 S1)) E1 F0 normals B' v r d
      Res' Neg R3); [|exact D|].
    - unfold normals. rewrite Families.total_map. change (inner v v) with (total tokens (fun i => inner (v i) (v i))).
      rewrite <- total_scale. apply total_le. intro i. unfold one. rewrite (inner_single U tokens Lst ET).
      unfold v, u, weighted. cbn [Nat.iter nat_rect]. rewrite !inner_scale_r, inner_scale_l.
      assert (Sm := along_chord (p i) (x i) (y i) r (Xs i) (Ys i) (Wx O i) (Wy O i)).
      set (c := vsub (x i) (y i)) in *. assert (Hh : 0 <= h i * h i) by apply Rle_0_sqr.
      replace (h i * inner (p i) c * (h i * inner (p i) c)) with (h i * h i * (inner (p i) c * inner (p i) c)) by ring.
      replace (r * (h i * (h i * inner c c))) with (h i * h i * (r * inner c c)) by ring.
      apply Rmult_le_compat_l; [exact Hh|]. rewrite <- vnorm_square. apply Rabs_le_between in Sm.
      set (l := vnorm c) in *. set (q := inner (p i) c) in *. assert (L0 : 0 <= l * l) by apply Rle_0_sqr.
      assert (0 <= (r * l - q) * (r * l + q)) by (apply Rmult_le_pos; lra).
      assert (r * r * (l * l) <= r * 1 * (l * l)); [|lra].
      apply Rmult_le_compat_r; [exact L0|]. apply Rmult_le_compat_l; lra.
    - intros b I. set (co := fun k : Token * U => h (fst k) * inner (snd k) (b (fst k))).
      assert (F := Forms co (in_map (fun (b : X) (k : Token * U) => h (fst k) * inner (snd k) (b (fst k))) B' b I)).
      replace (inner b v) with (form tokens B co (fun i => vsub (x i) (y i))); [exact F|].
      unfold form. rewrite total_pairs. change (inner b v) with (total tokens (fun i => inner (b i) (v i))).
      apply total_ext. intro i. unfold v, u, weighted, co. cbn [Nat.iter nat_rect fst snd].
      rewrite inner_scale_r, (Res (b i) (vsub (x i) (y i))), <- total_scale. apply total_ext. intro q. ring. }
  intro i. rewrite vnorm_opposite.
  assert (Vi : vnorm (vscale (h i) (vsub (x i) (y i))) <= vnorm v) by exact (vnorm_token U tokens Lst v i).
  assert (Hi := Hpos i). assert (Hl : low <= h i) by apply hb. rewrite vnorm_scale, Rabs_right in Vi by lra.
  assert (Dn := vnorm_nonneg (vsub (x i) (y i))).
  assert (low * vnorm (vsub (x i) (y i)) <= h i * vnorm (vsub (x i) (y i))) by (apply Rmult_le_compat_r; auto).
  apply Rmult_le_reg_l with low; [lra|].
  replace (low * (/ low * sqrt (2 * (Lam + 1) * m) * d)) with (sqrt (2 * (Lam + 1) * m) * d) by (field; lra). lra.
Qed.
End Thin.
